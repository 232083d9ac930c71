const DAY_MILLISECONDS = 86_400_000;
const MIN_LEAD_MILLISECONDS = 5 * 60_000;
const JITTER = 0.1;

/** How long a failing refresh is retried. */
export const RETRY_FOR_MILLISECONDS = 72 * 3_600_000;

const RETRIES_MILLISECONDS = [30_000, 120_000, 600_000, 3_600_000];

/**
 * Returns when the access is refreshed next: 5 minutes or a tenth of its lifetime before it ends, whichever is more,
 * but never in its first half, and after a day in any case, so that a refresh token does not expire unused. `random` is
 * from 0 to 1.
 */
export function nextRefreshAt(accessExpiresAt: string | null, now: Date, random: number): string {
  const latest = now.getTime() + DAY_MILLISECONDS * (1 - JITTER * random);
  if (accessExpiresAt === null) return new Date(latest).toISOString();
  const life = Math.max(0, Date.parse(accessExpiresAt) - now.getTime());
  const lead = Math.max(MIN_LEAD_MILLISECONDS, life * 0.1) * (1 + JITTER * (2 * random - 1));
  return new Date(Math.min(latest, now.getTime() + life - Math.min(lead, life / 2))).toISOString();
}

/** Returns when a failed refresh is retried; null once it has failed for so long that a human is needed. */
export function retryAt(
  { failures, failingSince, retryAfterSeconds, now }: {
    /** How often it has failed in a row before. */
    failures: number;
    failingSince: string | null;
    retryAfterSeconds: number | null;
    now: Date;
  },
): string | null {
  if (failingSince !== null && now.getTime() - Date.parse(failingSince) >= RETRY_FOR_MILLISECONDS) {
    return null;
  }
  const wait = RETRIES_MILLISECONDS[Math.min(failures, RETRIES_MILLISECONDS.length - 1)]!;
  const asked = Math.min((retryAfterSeconds ?? 0) * 1000, DAY_MILLISECONDS);
  return new Date(now.getTime() + Math.max(wait, asked)).toISOString();
}

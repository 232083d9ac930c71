const DAY_MILLISECONDS = 86_400_000;
const MIN_LEAD_MILLISECONDS = 5 * 60_000;
const JITTER = 0.1;

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

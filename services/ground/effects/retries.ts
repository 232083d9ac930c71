import { DAY, HOUR, MINUTE, SECOND } from "../../../store/shared/durations.ts";

/** After which waits a failed attempt is repeated, and when no more; times in milliseconds. */
export type Retries = {
  /** The wait after the first failure in a row, the second, and so on. */
  waits: readonly number[];
  /** What follows the last wait: it is repeated for ever, or there is no further attempt. */
  afterLast: "again" | "stop";
  /** How long after the first failure the last attempt may start. */
  within?: number;
};

/** The only schedules by which this service attempts an effect again that failed. Effects without one are attempted once. */
export const RETRIES = {
  /** A person still wants to know a few minutes later, and hardly after seven hours. */
  alert: { waits: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR], afterLast: "stop" },
  /** A server may be down over a weekend; after three days the person is asked to connect again. */
  token_refresh: {
    waits: [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR],
    afterLast: "again",
    within: 72 * HOUR,
  },
  /** The token is kept only for this, so not longer than a day. */
  token_revocation: { waits: [HOUR], afterLast: "again", within: DAY },
  /** The token is kept only for this, so not longer than a day. */
  bank_removal: { waits: [HOUR], afterLast: "again", within: DAY },
} as const satisfies Readonly<Record<string, Retries>>;

/** The longest wait that a server may ask for. */
const MAX_ASKED = DAY;

/** Returns the wait that a `Retry-After` header asks for, in seconds or as a date; null for anything else. In milliseconds. */
export function askedWait(header: string | null | undefined, now: Date): number | null {
  const asked = header?.trim() ?? "";
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(asked)) return Math.ceil(Number(asked) * SECOND);
  const at = Date.parse(asked);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** What has failed so far. */
type Failures = {
  /** How many attempts in a row have failed before the one that failed now. */
  before: number;
  /** When the first of them, or the effect itself, began; null if none failed before. */
  since: string | null;
  /** The wait that the server asked for, in seconds. */
  askedSeconds?: number | null;
};

/** Returns when a failed attempt is repeated; null if there is no further one. */
export function retryAt(
  retries: Retries,
  { before, since, askedSeconds }: Failures,
  now: Date,
): string | null {
  const { waits, afterLast, within } = retries;
  const isLate = within !== undefined && since !== null && now.getTime() - Date.parse(since) >= within;
  const wait = waits[before] ?? (afterLast === "again" ? waits.at(-1) : undefined);
  if (isLate || wait === undefined) return null;
  const asked = Math.min((askedSeconds ?? 0) * SECOND, MAX_ASKED);
  return new Date(now.getTime() + Math.max(wait, asked)).toISOString();
}

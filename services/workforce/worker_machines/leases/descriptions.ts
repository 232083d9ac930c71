import { TooMuchError } from "../../../ground/kernel/errors.ts";

/** How often a machine may say that it has changed: each time is an entry of the log, which stays. */
const MAX_AN_HOUR = 30;
const HOUR_SECONDS = 60 * 60;

/** How often machines have described themselves anew. */
export class Descriptions {
  readonly #counts = new Map<string, { hour: number; count: number }>();

  constructor(readonly now: () => Date) {}

  /** Counts one more. Throws `TooMuchError` for one too many in this hour. */
  count(machineId: string): void {
    const seconds = Math.floor(this.now().getTime() / 1000);
    const hour = Math.floor(seconds / HOUR_SECONDS);
    const known = this.#counts.get(machineId);
    const count = known?.hour === hour ? known.count + 1 : 1;
    this.#counts.set(machineId, { hour, count });
    if (count <= MAX_AN_HOUR) return;
    throw new TooMuchError(
      `This machine has described itself differently more than ${MAX_AN_HOUR} times within an hour. Wait.`,
      (hour + 1) * HOUR_SECONDS - seconds,
    );
  }
}

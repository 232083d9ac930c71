import type { Core } from "../../ground/kernel/context.ts";

/**
 * True if nothing may wait for the moments of schedules: after a start, as zone rules may have changed, and after each jump of the
 * clock, as they may have gone far ahead of it.
 */
export class ScheduleReview {
  #asked = 1;
  #done = 0;

  constructor(service: Pick<Core, "store">) {
    service.store.subscribe((events) => {
      if (events.some(({ type }) => type === "system.clock_jumped")) this.#asked += 1;
    });
  }

  get isDue(): boolean {
    return this.#done < this.#asked;
  }

  /** The latest review that was asked for, by its number. */
  get latest(): number {
    return this.#asked;
  }

  /** Records that a review is done; one that was asked for meanwhile is still due. */
  done(review: number): void {
    this.#done = review;
  }
}

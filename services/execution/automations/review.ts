import type { Core } from "../../ground/kernel/context.ts";

/**
 * True if schedules may have gone far ahead of the clock, so that nothing waits for their moments: after a start and
 * after each jump.
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

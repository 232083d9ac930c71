import type { Core } from "../kernel/context.ts";

/** What a context carries of schedules. */
export type ScheduleReviewLive = { scheduleReview: ScheduleReview };

/**
 * Whether every schedule is to be looked at again: after a start and after each jump of the clock. One that had gone far ahead has
 * moments that nothing would wait for any more.
 */
export class ScheduleReview {
  #isDue = true;

  constructor(service: Pick<Core, "store">) {
    service.store.subscribe((events) => {
      if (events.some(({ type }) => type === "system.clock_jumped")) this.#isDue = true;
    });
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  done(): void {
    this.#isDue = false;
  }
}

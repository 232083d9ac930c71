import type { Core } from "../kernel/context.ts";

/**
 * True if schedules may have gone far ahead of the clock, so that nothing waits for their moments: after a start and
 * after each jump.
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

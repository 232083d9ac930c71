import { systemStream } from "../../../store/system/stream.ts";
import { contextFor, type Core, type Ctx, record } from "../kernel/context.ts";
import { type ClockReading, describeJump, findJump } from "./jump.ts";

/** Records in the unit that notices it by how many milliseconds the clock has jumped: ahead, or back if that is negative. */
// deno-lint-ignore no-explicit-any
type Jumped = (ctx: Ctx<any>, milliseconds: number) => void;

/** Compares the clocks of this machine, and records each jump of the wall clock against the time that passed. */
export class ClockWatch {
  #last: ClockReading;

  constructor(readonly read: () => ClockReading, readonly jumped: readonly Jumped[]) {
    this.#last = read();
  }

  /** Records that the clock has jumped since this was last called. Returns whether it has. */
  async notice(service: Core): Promise<boolean> {
    const before = this.#last;
    const after = this.#last = this.read();
    const jump = findJump(before, after);
    if (jump === null) return false;
    service.log.info(describeJump(jump));
    const ctx = contextFor(service, "system");
    await service.store.commit(() => {
      record(ctx, systemStream, "service", [{ type: "system.clock_jumped", data: jump }]);
      // A sleep during which the clock was set back by as much looks as if no time had passed.
      if (jump.milliseconds === 0) return;
      for (const note of this.jumped) note(ctx, jump.milliseconds);
    });
    return true;
  }
}

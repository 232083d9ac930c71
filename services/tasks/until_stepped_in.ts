import { Halted, SteppedIn } from "../commands/interrupts.ts";
import type { Pause } from "./pause.ts";

/** Does the work of a task and returns null; if a person steps in before or during it, returns what stopped it. */
export async function untilSteppedIn(
  pause: Pause,
  halted: AbortSignal,
  work: () => Promise<void>,
): Promise<SteppedIn | null> {
  try {
    if (pause.isAsked) return new SteppedIn();
    await work();
    return null;
  } catch (cause) {
    if (halted.aborted) throw cause;
    if (cause instanceof SteppedIn) return cause;
    // Stopped work may report the interruption in its own way.
    if (cause instanceof Halted && pause.signal.aborted) return new SteppedIn();
    throw cause;
  }
}

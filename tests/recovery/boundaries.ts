import { DELIVERIES, killDelivery } from "./deliver_kill.ts";
import { ENTER_POINTS, killEntering, killWhileInside } from "./enter_kill.ts";
import { FIX_POINTS, killFix } from "./fix_kill.ts";
import { inParallel } from "./in_parallel.ts";
import { killAtSteps, stepRounds } from "./step_kill.ts";
import { killUndo, UNDO_POINTS } from "./undo_kill.ts";

/**
 * Kills the service at every boundary of the steps of a run, its fix rounds, deliveries, undo and stepping in, as many times
 * as asked for. Throws at the first fault.
 */
export async function killAtBoundaries(rounds: number, say: (line: string) => void): Promise<void> {
  const steps = await stepRounds();
  for (let round = 1; round <= rounds; round++) {
    await killAtSteps(steps);
    await inParallel(2, FIX_POINTS, killFix);
    await inParallel(2, DELIVERIES, killDelivery);
    await inParallel(2, UNDO_POINTS, killUndo);
    await inParallel(2, ENTER_POINTS, killEntering);
    await killWhileInside();
    say(
      `round ${round}: ${
        steps.flat().length + FIX_POINTS.length + DELIVERIES.length + UNDO_POINTS.length +
        ENTER_POINTS.length + 1
      } kills without a fault`,
    );
  }
}

import { DELIVERIES, killDelivery } from "./deliver_kill.ts";
import { ENTER_POINTS, killEntering, killWhileInside } from "./enter_kill.ts";
import { inParallel } from "./in_parallel.ts";
import { killUndo, UNDO_POINTS } from "./undo_kill.ts";

/** Kills the service at every boundary of deliveries, undo and stepping in, as many times as asked for. Throws at the first fault. */
export async function killAtBoundaries(rounds: number, say: (line: string) => void): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    await inParallel(2, DELIVERIES, killDelivery);
    await inParallel(2, UNDO_POINTS, killUndo);
    await inParallel(2, ENTER_POINTS, killEntering);
    await killWhileInside();
    say(
      `round ${round}: ${
        DELIVERIES.length + UNDO_POINTS.length + ENTER_POINTS.length + 1
      } kills without a fault`,
    );
  }
}

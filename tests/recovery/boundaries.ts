import { killProofs, PROOF_POINTS } from "../connectors/proofs_kill.ts";
import { DEFAULTS_POINTS, killDefaults } from "./defaults_kill.ts";
import { DELIVERIES, killDelivery } from "./deliver_kill.ts";
import { ENTER_POINTS, killEntering, killWhileInside } from "./enter_kill.ts";
import { killInNode, killKeeping, LEFT_POINTS, NODE_POINTS } from "./enter_node_kill.ts";
import { FIX_POINTS, killFix } from "./fix_kill.ts";
import { inParallel } from "./in_parallel.ts";
import { killAtSteps, stepRounds } from "./step_kill.ts";
import { killRace, RACE_POINTS } from "./race_kill.ts";
import { killUndo, UNDO_POINTS } from "./undo_kill.ts";

/**
 * Kills the service at every boundary of the steps of a run, its fix rounds, races, deliveries, undo, stepping in, the defaults of
 * repositories and the proofs of connectors, as many times as asked for. Throws at the first fault.
 */
export async function killAtBoundaries(rounds: number, say: (line: string) => void): Promise<void> {
  const steps = await stepRounds();
  for (let round = 1; round <= rounds; round++) {
    await killAtSteps(steps);
    let kills = 1 + steps.flat().length;
    const each = async <Point>(points: readonly Point[], kill: (point: Point) => Promise<void>) => {
      await inParallel(2, points, kill);
      kills += points.length;
    };
    await each(FIX_POINTS, killFix);
    await each(RACE_POINTS, killRace);
    await each(DELIVERIES, killDelivery);
    await each(UNDO_POINTS, killUndo);
    await each(ENTER_POINTS, killEntering);
    await each(NODE_POINTS, killInNode);
    await each(LEFT_POINTS, killKeeping);
    await each(DEFAULTS_POINTS, killDefaults);
    await each(PROOF_POINTS, killProofs);
    await killWhileInside();
    say(`round ${round}: ${kills} kills without a fault`);
  }
}

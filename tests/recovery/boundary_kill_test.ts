import { killProofs, PROOF_POINTS } from "../connectors/proofs_kill.ts";
import { DEFAULTS_POINTS, killDefaults } from "./defaults_kill.ts";
import { DELIVERIES, killDelivery } from "./deliver_kill.ts";
import { ENTER_POINTS, killEntering, killWhileInside } from "./enter_kill.ts";
import { killInNode, killKeeping, LEFT_POINTS, NODE_POINTS } from "./enter_node_kill.ts";
import { FIX_POINTS, killFix } from "./fix_kill.ts";
import { killRace, RACE_POINTS } from "./race_kill.ts";
import { oneOf, withSeed } from "./seed.ts";
import { killUndo, UNDO_POINTS } from "./undo_kill.ts";

// One of each kind; all are tried by: deno task soak -- boundaries --count 1

Deno.test("kill -9 at a boundary of a fix round or of the check of the base: the run ends in the same way", () =>
  withSeed((seed) => killFix(oneOf(FIX_POINTS, seed))));

Deno.test("kill -9 at a boundary of a race: the run ends in the same way", () =>
  withSeed((seed) => killRace(oneOf(RACE_POINTS, seed))));

Deno.test("kill -9 while a delivery is made: it is there once, and the run completes", () =>
  withSeed((seed) => killDelivery(oneOf(DELIVERIES, seed))));

Deno.test("kill -9 at a boundary of an undo: it is done once, and nothing of it is left", () =>
  withSeed((seed) => killUndo(oneOf(UNDO_POINTS, seed))));

Deno.test("kill -9 at a boundary of stepping in and handing back: nothing that a person changed is lost", () =>
  withSeed((seed) => killEntering(oneOf(ENTER_POINTS, seed))));

Deno.test("kill -9 while a person is in a worktree: what they changed before and meanwhile is in the result", async () => {
  await killWhileInside();
});

Deno.test("kill -9 at a boundary of stepping into a node that failed: one run continues it, with the person's edits once", () =>
  withSeed((seed) => killInNode(oneOf(NODE_POINTS, seed))));

Deno.test("kill -9 while a run that ended keeps what a person left: it is an artifact after the restart, once", () =>
  withSeed((seed) => killKeeping(oneOf(LEFT_POINTS, seed))));

Deno.test("kill -9 at an event of a repository's defaults: they are as before or as after, and never between", () =>
  withSeed((seed) => killDefaults(oneOf(DEFAULTS_POINTS, seed))));

Deno.test("kill -9 while a connector is proved and enabled: its proofs are whole or absent, and it is enabled once", () =>
  withSeed((seed) => killProofs(oneOf(PROOF_POINTS, seed))));

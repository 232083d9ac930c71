import { killProofs, PROOF_POINTS } from "../connectors/proofs_kill.ts";
import { killDefaults } from "./defaults_kill.ts";
import { DELIVERIES, killDelivery } from "./deliver_kill.ts";
import { killEntering, killWhileInside } from "./enter_kill.ts";
import { killInNode, killKeeping } from "./enter_node_kill.ts";
import { inParallel } from "./in_parallel.ts";
import { killUndo } from "./undo_kill.ts";

// A share of them; all are tried by: deno task soak -- boundaries --count 1

Deno.test("kill -9 while a delivery is made: it is there once, and the run completes", async () => {
  await inParallel(2, DELIVERIES.filter(({ point }) => /intended|deliver/.test(point)), killDelivery);
});

Deno.test("kill -9 at boundaries of an undo: it is done once, and nothing of it is left", async () => {
  await inParallel(2, ["undo:begun#1", "undo:renamed:0#1", "undo:finish#1", "undo:done#1"], killUndo);
});

Deno.test("kill -9 at boundaries of stepping in and handing back: nothing that a person changed is lost", async () => {
  await inParallel(2, ["task:*:entering#1", "task:*:taking-back#1", "task:*:captured#2"], killEntering);
});

Deno.test("kill -9 while a person is in a worktree: what they changed before and meanwhile is in the result", async () => {
  await killWhileInside();
});

Deno.test("kill -9 at boundaries of stepping into a node that failed: one run continues it, with the person's edits once", async () => {
  await inParallel(2, ["recorded:run.retried#1", "task:*:taking-back#1"], killInNode);
});

Deno.test("kill -9 while a run that ended keeps what a person left: it is an artifact after the restart, once", async () => {
  await inParallel(2, ["committed:run.cancelled#1", "task:*:keeping#1"], killKeeping);
});

Deno.test("kill -9 at events of a repository's defaults: they are as before or as after, and never between", async () => {
  const points = [
    "recorded:defaults.file_admitted#1",
    "committed:defaults.cleared#1",
    "recorded:defaults.set#1",
  ];
  await inParallel(2, points, killDefaults);
});

Deno.test("kill -9 while a connector is proved and enabled: its proofs are whole or absent, and it is enabled once", async () => {
  const points = ["recorded:connector_proofs.passed#1", "committed:agent_profile_change.requested#1"];
  await inParallel(2, PROOF_POINTS.filter(({ point }) => points.includes(point)), killProofs);
});

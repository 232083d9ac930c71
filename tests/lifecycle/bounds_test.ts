import assert from "node:assert/strict";
import { isQuiet } from "../../services/control/lifecycle/quiet_wait.ts";
import { FIXER, hasEnded, hasGivenUp } from "../../services/control/lifecycle/sessions.ts";
import { type RunDocument } from "../../store/runs/document.ts";
import { type TaskSessionDocument } from "../../store/task_sessions/stream.ts";

Deno.test("a fix round that failed is given up in its own round alone", () => {
  const fixer = { role: FIXER, status: "failed", round: 1 } as TaskSessionDocument;
  assert.equal(hasGivenUp({ round: 1 }, [fixer]), true);
  assert.equal(hasGivenUp({ round: 2 }, [fixer]), false);
  assert.equal(hasGivenUp({ round: 1 }, [{ ...fixer, role: "worker" }]), false);
});

Deno.test("a task session has ended when it is done, failed, cancelled or was skipped", () => {
  const ended: TaskSessionDocument["status"][] = ["completed", "failed", "cancelled", "skipped"];
  const open: TaskSessionDocument["status"][] = [
    "planned",
    "blocked",
    "queued",
    "running",
    "waiting",
    "stopping",
  ];
  assert.deepEqual([ended.every(hasEnded), open.some(hasEnded)], [true, false]);
});

Deno.test("a run that waits for a time of its own does not wait for quiet hours", () => {
  const waits = (id: string) =>
    isQuiet({ status: "waiting", waitingFor: { kind: "time", id } } as unknown as RunDocument);
  assert.deepEqual([waits("quiet_hours"), waits("until")], [true, false]);
});

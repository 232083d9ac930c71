import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("a task is retried, blocked and escalated by its id in the plan and by that of its session", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('replace "no such text" with "x" in a.txt', root);
  const { tasks } = await fixture.connection.call("GET /runs/:id", { params: { id } });
  const move = (verb: string, task: string) => fixture.main(["task-cards", verb, id, task]);
  for (const task of [tasks[0]!.taskId, tasks[0]!.id, tasks[0]!.id.slice(0, -3)]) {
    for (const verb of ["escalate", "block", "retry"]) {
      const { code, stderr } = await move(verb, task);
      assert.equal(code, 0, `${verb} ${task}: ${stderr}`);
    }
  }
  const { code, stderr } = await move("retry", "task_9");
  assert.equal(code, 3);
  assert.match(stderr, /No task session has the name "task_9"/);
});

import assert from "node:assert/strict";
import { followRun } from "../../commands/service/follow.ts";
import { startFixture } from "./fixture.ts";

Deno.test("guidance is confirmed in one line, with what a person has to do where the task waits for one", async () => {
  await using fixture = await startFixture();
  const { call } = fixture.connection;
  const root = await fixture.repository();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', root);
  await call("POST /approvals/:id/reject", {
    params: { id: approvalId },
    body: { actorType: "human", disposition: "rework", reviewerNote: "Add a line." },
  });
  const { tasks } = await followRun(fixture.connection, id, { onEvent: () => {} });
  const guide = (text: string) =>
    fixture.main(["task-sessions", "guide", tasks.at(-1)!.id, "--content", text]);
  assert.equal(
    (await guide('append "more" to b.txt')).stdout,
    '✓ Given to "Rework, round 2", which reads it at its next task boundary.\n',
  );
  const { waitingFor } = await followRun(fixture.connection, id, { onEvent: () => {} });
  assert.equal(waitingFor?.kind, "approval");
});

Deno.test("the templates of workflows are listed without their text", async () => {
  await using fixture = await startFixture();
  const { stdout } = await fixture.main(["workflows", "templates"]);
  assert.match(stdout, /^ID +NAME +DESCRIPTION +USAGE\nsequential +In order +One task session .* run$/m);
  assert.doesNotMatch(stdout, /⏎/);
});

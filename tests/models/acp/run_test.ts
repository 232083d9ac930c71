import assert from "node:assert/strict";
import { pendingOf, World } from "./world.ts";
import { script } from "./script.ts";

Deno.test("an ACP agent: an approved edit goes all the way to the applied patch", async () => {
  await using world = await World.open();
  const asked = await world.begin(
    script(
      { do: "plan", entries: ["look", "write"] },
      { do: "edit", path: "new.txt", text: "new\n" },
      { do: "usage", used: 100, size: 1000 },
      { do: "say", text: "It is done." },
    ),
  );
  const approval = pendingOf(asked);
  assert.deepEqual([approval.policyClass, approval.authority, approval.title], [
    "internal",
    "human",
    "Let coder change new.txt",
  ]);
  const done = await world.apply(await world.decide(asked, "approve"));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(world.repository.read("new.txt"), "new\n");
  assert.equal(done.tasks[0]!.result?.summary, "It is done.");
  const types = world.events(done).map(({ type }) => type);
  for (
    const type of [
      "task_session.agent_opened",
      "task_session.plan_updated",
      "task_session.usage_reported",
      "tool.started",
      "tool.completed",
    ]
  ) {
    assert.equal(types.filter((each) => each === type).length, 1, type);
  }
  assert.deepEqual(world.incidents(done), []);
});

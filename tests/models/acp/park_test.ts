import assert from "node:assert/strict";
import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";
import { script } from "./script.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { World } from "./acp_world.ts";

/** What an agent does that asks once, after something that was allowed. */
const REQUEST = script(
  { do: "edit", path: "first.txt", text: "first\n" },
  { do: "edit", path: "second.txt", text: "second\n" },
  { do: "say", text: "Both are done." },
);

/** The run once what works on it was stopped, because nobody has answered for long. */
async function untilParked(world: World, id: string): Promise<RunDetails> {
  const parked = await world.h.until(
    id,
    ({ traces }) => traces.items.some(({ type }) => type === "task_session.parked"),
  );
  await world.h.service.execution.settled(id);
  return parked;
}

for (
  const [mode, how] of [["resume", "resumed"], ["load", "loaded"], ["forgetful", "new"]] as const
) {
  Deno.test(`an ACP agent that waits long is stopped; after the decision its session is ${how}, and the work goes on`, async () => {
    await using world = await World.open({ mode, parkAfterMilliseconds: 1 });
    const asked = await world.begin(
      script(
        { do: "run", command: "echo seen" },
        { do: "edit", path: "first.txt", text: "first\n" },
        { do: "say", text: "It is done." },
      ),
    );
    assert.equal((await untilParked(world, asked.id)).status, "waiting");
    const second = await world.decide(asked, "approve");
    assert.equal(pendingOf(second).title, "Let coder change first.txt");
    const done = await world.apply(await world.decide(second, "approve"));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(done.tasks[0]!.result?.summary, "It is done.");
    assert.equal(world.repository.read("first.txt"), "first\n");
    assert.equal(done.approvals.length, 3, "nothing was asked twice");
    const opened = world.events(done).filter(({ type }) => type === "task_session.agent_opened")
      .map(({ data }) => (data as { how: string }).how);
    assert.equal(opened[0], "new");
    assert.ok(opened.length > 1 && opened.slice(1).every((each) => each === how), opened.join());
    assert.deepEqual(world.incidents(done), []);
  });
}

Deno.test("an ACP agent that is parked and rejected continues without it", async () => {
  await using world = await World.open({ parkAfterMilliseconds: 1 });
  const asked = await world.begin(REQUEST);
  await untilParked(world, asked.id);
  const second = await world.decide(asked, "reject");
  const done = await world.apply(await world.decide(second, "approve"));
  assert.deepEqual([world.repository.exists("first.txt"), world.repository.read("second.txt")], [
    false,
    "second\n",
  ]);
  assert.equal(done.status, "completed");
});

Deno.test("POST /runs/:id/pause while an ACP agent asks stops it; resumed and approved, it continues where it asked", async () => {
  await using world = await World.open();
  const asked = await world.begin(REQUEST);
  const { id } = asked;
  await world.h.operator("POST /runs/:id/pause", { params: { id } });
  await world.h.operator("POST /runs/:id/resume", { params: { id } });
  const done = await world.apply(await world.decide(await world.decide(asked, "approve"), "approve"));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.equal(done.approvals.length, 3);
});

import assert from "node:assert/strict";
import { pendingOf } from "../../kit/pending_of.ts";
import { World } from "./acp_world.ts";
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

Deno.test("an ACP agent: a rejected edit is not made, the agent continues, and nothing is ever allowed for good", async () => {
  await using world = await World.open();
  const asked = await world.begin(
    script({ do: "edit", path: "no.txt", text: "no\n" }, { do: "edit", path: "yes.txt", text: "yes\n" }),
  );
  const second = await world.decide(asked, "reject");
  assert.equal(pendingOf(second).title, "Let coder change yes.txt");
  const done = await world.apply(await world.decide(second, "approve"));
  assert.equal(done.status, "completed", done.statusDetail);
  assert.deepEqual([world.repository.exists("no.txt"), world.repository.read("yes.txt")], [false, "yes\n"]);
});

Deno.test("an ACP agent: a command is a command checkpoint, and what it changed is allowed with it", async () => {
  await using world = await World.open();
  const asked = await world.begin(script({ do: "run", command: "echo built > out.txt; exit 3" }));
  const approval = pendingOf(asked);
  assert.deepEqual([approval.policyClass, approval.risk, approval.commands], [
    "command",
    "high",
    ["echo built > out.txt; exit 3"],
  ]);
  const done = await world.apply(await world.decide(asked, "approve"));
  assert.equal(world.repository.read("out.txt"), "built\n");
  const tool = world.events(done).find(({ type }) => type === "tool.failed");
  assert.equal((tool?.data as { exitCode: number }).exitCode, 3);
  assert.deepEqual(world.incidents(done), []);
});

Deno.test("an ACP agent: what it changed without asking is a separate checkpoint, and a rejection puts it back", async () => {
  await using world = await World.open({ files: { "a.txt": "one\n", "keep.txt": "kept\n" } });
  const run = await world.begin(
    script(
      { do: "edit", path: "a.txt", text: "changed\n", how: "unasked" },
      { do: "edit", path: "new.txt", text: "new\n", how: "unasked" },
      { do: "edit", path: "asked.txt", text: "asked\n" },
    ),
  );
  const unasked = pendingOf(run);
  assert.match(unasked.title, /without asking: a\.txt, new\.txt/);
  const asked = await world.decide(run, "reject");
  assert.equal(pendingOf(asked).title, "Let coder change asked.txt");
  const patch = await world.decide(asked, "approve");
  const done = await world.apply(patch);
  assert.deepEqual(
    [world.repository.read("a.txt"), world.repository.exists("new.txt"), world.repository.read("asked.txt")],
    ["one\n", false, "asked\n"],
  );
  assert.deepEqual(world.incidents(done), ["unasked_change", "unasked_change"]);
});

Deno.test("an ACP agent: an edit that is not the one it showed is a checkpoint; approved, it stays", async () => {
  await using world = await World.open();
  const asked = await world.begin(script({ do: "edit", path: "a.txt", text: "shown\n", how: "lie" }));
  const lie = await world.decide(asked, "approve");
  assert.match(pendingOf(lie).title, /changed without asking: a\.txt/);
  const done = await world.apply(await world.decide(lie, "approve"));
  assert.equal(world.repository.read("a.txt"), "shown\nand more\n");
  assert.deepEqual(world.incidents(done), ["unasked_change"]);
});

Deno.test("an ACP agent: a path from which agents and git run programs is refused without asking, and put back", async () => {
  await using world = await World.open({ files: { "a.txt": "one\n" } });
  const patch = await world.begin(
    script(
      { do: "edit", path: ".claude/settings.json", text: "{}" },
      { do: "edit", path: "../outside.txt", text: "no" },
      { do: "edit", path: "opencode.json", text: "{}", how: "unasked" },
      { do: "edit", path: ".git/hooks/post-checkout", text: "#!/bin/sh\n", how: "unasked" },
    ),
  );
  assert.equal(patch.status, "completed", patch.statusDetail);
  assert.equal(patch.statusDetail, "The work changed no files, so there was nothing to approve.");
  assert.deepEqual(world.incidents(patch), ["protected_path", "protected_path", "protected_path"]);
});

Deno.test("an ACP agent: two questions at once are answered each for itself", async () => {
  await using world = await World.open();
  const both = await world.begin(
    script({ do: "two", first: { path: "1.txt", text: "1\n" }, second: { path: "2.txt", text: "2\n" } }),
  );
  const all = await world.h.until(
    both.id,
    (run) => run.approvals.filter(({ status }) => status === "pending").length === 2,
  );
  const first = all.approvals.find(({ title }) => title.endsWith("1.txt"))!;
  const second = all.approvals.find(({ title }) => title.endsWith("2.txt"))!;
  const body = { actorType: "human" as const };
  await world.h.operator("POST /approvals/:id/reject", { params: { id: first.id }, body });
  await world.h.operator("POST /approvals/:id/approve", { params: { id: second.id }, body });
  const patch = await world.h.until(
    both.id,
    (run) => run.approvals.some(({ policyClass }) => policyClass === "repo-write"),
  );
  await world.apply(patch);
  assert.deepEqual([world.repository.exists("1.txt"), world.repository.read("2.txt")], [false, "2\n"]);
});

Deno.test("an ACP agent: a question that it takes back is no longer asked", async () => {
  await using world = await World.open();
  const asked = await world.begin(
    script({ do: "withdraw", path: "a.txt" }, { do: "say", text: "Never mind." }),
  );
  const done = await world.h.until(asked.id, ({ status }) => status === "completed");
  assert.deepEqual(done.approvals.map(({ status }) => status), ["cancelled"]);
  assert.equal(done.tasks[0]!.result?.summary, "Never mind.");
});

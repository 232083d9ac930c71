import assert from "node:assert/strict";
import { commandWorker } from "../../services/workforce/worker_kinds/command/worker.ts";
import { TOOL_REGISTRATIONS } from "../../services/workforce/worker_kinds/kinds.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { EDIT, isPlanning, ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { SANDBOX } from "../sandbox.ts";

const TOOLS = TOOL_REGISTRATIONS.map(({ name }) => name);

/** Takes a tool from the worker's profile. */
const without = (h: Harness, ...tools: string[]) =>
  h.operator("POST /agent-profiles/settings", {
    body: {
      profileId: "worker",
      settings: { toolAllowlist: TOOLS.filter((name) => !tools.includes(name)) },
    },
  });

async function recipe(h: Harness, repository: TestRepository, request: string) {
  const { id } = await h.operator("POST /coordinator/runs", { body: { request, repoPath: repository.root } });
  return await h.settled(id);
}

Deno.test("a recipe is held to its profile: the refused instruction fails the run and names tool and profile", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await without(h, "delete_file");
  assert.equal(pendingOf(await recipe(h, repository, 'append "x" to a.txt')).policyClass, "repo-write");
  const refused = await recipe(h, repository, "delete a.txt");
  assert.deepEqual([refused.status, refused.statusReason], ["failed", "policy_blocked"]);
  assert.match(refused.statusDetail!, /does not allow the tool delete_file/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a session keeps the profile that it was planned with; a later change applies to later sessions", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const before = await recipe(h, repository, 'append "x" to a.txt');
  const profile = await without(h, "edit_file");
  const entry = async (id: string) =>
    (await h.operator("GET /task-sessions/:id", { params: { id } })).profileRegistryEntry;
  const held = await entry(before.tasks[0]!.id);
  assert.deepEqual([held?.id, held?.version], ["worker", 1]);
  assert.ok(held?.rights.tools.includes("edit_file"));
  const after = await recipe(h, repository, 'append "x" to a.txt');
  assert.equal(after.statusReason, "policy_blocked");
  const next = await entry(after.tasks[0]!.id);
  assert.deepEqual([next?.id, next?.contentSha256], [profile.id, profile.contentSha256]);
  await h.operator("DELETE /agent-profiles/:id", { params: { id: profile.id } });
  assert.deepEqual(await entry(after.tasks[0]!.id), next, "its copy stays");
  assert.equal((await recipe(h, repository, 'append "x" to a.txt')).status, "waiting");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a narrowed profile applies to a node of a workflow, whether the node names it or nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  await without(h, "delete_file");
  for (const profile of ["", "profile: worker, "]) {
    const node = `{ id: gone, kind: prompt, ${profile}with: { content: delete a.txt } }`;
    const { id } = await h.operator("POST /saved-workflows", {
      body: { source: `name: Delete\nnodes: [${node}]\n` },
    });
    const { runId } = await h.operator("POST /saved-workflows/:id/run", {
      params: { id },
      body: { repoPath: repository.root },
    });
    const run = await h.settled(runId!);
    const [task] = run.tasks;
    assert.deepEqual([task?.status, task?.statusReason], ["failed", "policy_blocked"], profile);
  }
});

Deno.test("a model is not offered what its profile does not allow, and a call of it all the same does nothing", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  await without(world.h, "edit_file");
  const run = await world.run("Say bye.");
  assert.equal(run.status, "completed", run.statusDetail);
  assert.equal(world.repository.read("a.txt"), "hello\n");
  const offered = world.server.questions.filter((question) => !isPlanning(question)).map(({ tools }) =>
    tools
  );
  assert.ok(offered.length > 0 && offered.every((tools) => !tools.includes("edit_file")));
  assert.ok(offered.every((tools) => tools.includes("create_file")), "the control");
  assert.deepEqual(
    world.events(run.id, "tool.started", "tool.completed", "tool.failed").map(({ type, data }) => [
      type,
      (data as { tool: string }).tool,
    ]),
    [["tool.started", "edit_file"], ["tool.failed", "edit_file"]],
  );
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("a profile's turns and costs limit a model's session", async () => {
  const limited = async (limits: object) => {
    await using world = await ModelWorld.open(planning(works(EDIT, { name: "list_files", input: {} })));
    await world.h.operator("POST /agent-profiles/settings", {
      body: { profileId: "worker", settings: { limits } },
    });
    const run = await world.run("Say bye.");
    return [run.status, run.statusReason ?? null, run.statusDetail ?? ""] as const;
  };
  assert.deepEqual((await limited({ maxTurns: 1 })).slice(0, 2), ["failed", "budget_exceeded"]);
  const [status, reason, detail] = await limited({ maxCostUsd: 0.000001 });
  assert.deepEqual([status, reason], ["failed", "budget_exceeded"]);
  assert.match(detail, /The profile "Worker" allows a session \$0\.000001/);
  assert.equal((await limited({ maxTurns: 50, maxCostUsd: 10 }))[0], "waiting", "the control");
});

Deno.test("a coding agent that asks for what its profile does not allow is refused without a human, on record", async () => {
  await using world = await World.open();
  await without(world.h, "create_file");
  const run = await world.begin(script({ do: "edit", path: "new.txt", text: "x\n" }));
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(run.approvals, []);
  assert.deepEqual(world.incidents(run), ["not_allowed"]);
  const allowed = await world.begin(script({ do: "edit", path: "a.txt", text: "x\n" }));
  assert.match(pendingOf(allowed).title, /Let coder change a\.txt/);
});

Deno.test("what a coding agent changes without asking and may not change is put back, and no question is asked", async () => {
  await using world = await World.open();
  await without(world.h, "create_file");
  const run = await world.begin(script({ do: "edit", path: "new.txt", text: "x\n", how: "unasked" }));
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(run.approvals, []);
  assert.deepEqual(world.incidents(run), ["not_allowed"]);
});

Deno.test("a coding agent that runs a command without asking, which it may not, is stopped", async () => {
  await using world = await World.open();
  await without(world.h, "run_command");
  const run = await world.begin(
    script({ do: "run", command: "true", how: "unasked" }, { do: "hang" }),
  );
  assert.deepEqual([run.status, run.statusReason], ["failed", "policy_blocked"]);
  assert.match(run.statusDetail!, /did, without asking: Run true/);
});

Deno.test("a coding agent and a program get no task whose profile they cannot be held to", async () => {
  await using world = await World.open();
  await without(world.h, "read_file");
  const run = await world.begin(script({ do: "say", text: "Hello." }));
  assert.deepEqual([run.status, run.statusReason], ["failed", "policy_blocked"]);
  assert.match(run.statusDetail!, /read_file.*cannot be enforced and the worker was not started/s);

  using repository = TestRepository.make();
  const sandbox = SANDBOX ?? { available: false as const, reason: "There is none.", fix: "Install it." };
  const definition = {
    id: "agent",
    command: ["sh", "-c", "echo x > made.txt"],
    allowUnsandboxed: SANDBOX === null,
  };
  await using h = await harness({
    workers: 1,
    sandbox,
    availableWorkers: [commandWorker(definition, () => sandbox)],
  });
  const ask = async () => {
    const body = { request: "do it", repoPath: repository.root, worker: { provider: "agent" } };
    return await h.settled((await h.operator("POST /coordinator/runs", { body })).id);
  };
  assert.equal((await ask()).status, "waiting", "the control");
  await without(h, "run_command");
  const refused = await ask();
  assert.deepEqual([refused.status, refused.statusReason], ["failed", "policy_blocked"]);
  assert.equal(refused.traces.items.some(({ type }) => type === "process.started"), false);
});

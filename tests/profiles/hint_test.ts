import assert from "node:assert/strict";
import type { SessionProfile } from "../../store/task_sessions/document.ts";
import { configure, EDIT, ModelWorld, planning, providerOf, works } from "../models/workers/scenario.ts";
import { says } from "../models/server/reply.ts";

const REQUEST = "Say bye.";
const models = [{ id: "first" }, { id: "second" }];

/** Sets whom a profile would rather have. */
const hint = (world: ModelWorld, provider: string | null, model: string | null, profileId = "worker") =>
  world.h.json("POST", "/agent-profiles/settings", { profileId, settings: { provider, model } });

const preview = (world: ModelWorld, request: string) =>
  world.h.operator("POST /model-routing/preview", { body: { role: "worker", request } });

Deno.test("a session goes to the model that its profile hints at, which its preview, its route and its plan say", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)), { provider: { models } });
  assert.equal((await preview(world, REQUEST)).selectedModel?.id, "local/first", "the control");
  assert.equal((await hint(world, "local", "second")).status, 201);
  const before = await preview(world, REQUEST);
  assert.equal(before.selectedModel?.id, "local/second");
  assert.equal(before.rationale[0], 'local/second: No policy matches. The profile "Worker" prefers it.');
  assert.deepEqual(before.alternatives.map(({ id }) => id), ["local/first"]);

  const run = await world.run(REQUEST, { worker: undefined });
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(run.routing?.selectedModel.id, "local/second");
  assert.equal(run.routing?.rationale, before.rationale[0]);
  assert.deepEqual([...new Set(world.server.questions.map(({ model }) => model))], ["second"]);
  const [planned] = world.events(run.id, "task_session.planned");
  const { profile } = planned!.data as { profile: SessionProfile };
  assert.deepEqual([profile.provider, profile.model], ["local", "second"]);
  const session = await world.h.operator("GET /task-sessions/:id", { params: { id: run.tasks[0]!.id } });
  assert.deepEqual(session.profileRegistryEntry, profile);

  const recipe = await preview(world, 'create a.md with "x"');
  assert.equal(recipe.selectedModel?.id, "builtin/recipe", "a recipe needs no model");
  assert.match(recipe.rationale[0]!, /The profile "Worker" prefers local\/second, which is not used\./);
  const named = await world.run(REQUEST, { worker: { provider: "local", model: "first" } });
  assert.equal(named.plannedBy?.model, "first", "whoever names a model gets that one");
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("a policy decides before the hint of a profile, which orders what the policy prefers", async () => {
  await using world = await ModelWorld.open(() => says("Nobody asks."), {
    provider: { models: [...models, { id: "third" }] },
  });
  await hint(world, "local", "second");
  const policy = (priority: number, ...names: string[]) =>
    world.h.operator("POST /model-routing/policies", {
      body: {
        name: "mine",
        priority,
        match: {},
        prefer: names.map((model) => ({ provider: "local", model })),
      },
    });
  await policy(0, "third", "second");
  assert.equal((await preview(world, REQUEST)).selectedModel?.id, "local/second");
  await policy(1, "third", "first");
  const { selectedModel, rationale } = await preview(world, REQUEST);
  assert.equal(selectedModel?.id, "local/third");
  assert.match(
    rationale[0]!,
    /"mine" .* prefers it\. The profile "Worker" prefers local\/second, which is not used/,
  );
});

Deno.test("when nobody is ready whom the profile hints at, what stands in is no further away, or the run waits; both say why", async () => {
  await using world = await ModelWorld.open(planning(works(EDIT)));
  const { h, server } = world;
  const asleep = providerOf(server, { id: "asleep", secret: "its-key", models: [{ id: "m" }] });
  configure(h.directory, [asleep, providerOf(server)]);
  await hint(world, "asleep", "m");
  const run = await world.run(REQUEST, { worker: undefined });
  assert.equal(run.plannedBy?.provider, "local", run.statusDetail);
  assert.match(run.routing!.rationale, /^local\/test-model: .* prefers asleep\/m, which is not used\.$/);

  configure(h.directory, [asleep, providerOf(server, { id: "far", privacy: "third-party" })]);
  const waiting = await world.run(REQUEST, { worker: undefined });
  assert.deepEqual([waiting.status, waiting.waitingFor?.kind], ["waiting", "dependency"]);
  assert.match(waiting.waitingFor!.detail, /asleep\/m is not used: Its key is missing/);
  assert.match(waiting.waitingFor!.detail, /far\/test-model is not used: It is with a third party/);
  assert.match(
    waiting.waitingFor!.detail,
    /The profile "Worker" prefers asleep\/m\. The run would wait for that/,
  );

  const wider = await hint(world, null, null);
  assert.equal(wider.status, 400);
  assert.match(JSON.stringify(wider.body), /would widen the profile .*provider, model/);

  configure(h.directory, [providerOf(server, { id: "far", privacy: "third-party" })]);
  const { selectedModel, rationale } = await preview(world, REQUEST);
  assert.equal(selectedModel, null, "a provider that is gone may have been on this machine");
  assert.match(rationale[0]!, /prefers asleep\/m, which is not known here/);

  configure(h.directory, [providerOf(server)]);
  await h.service.providerMonitor.runOnce(h.service);
  await h.until(waiting.id, ({ plannedBy }) => plannedBy?.provider === "local");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("each node of a workflow goes to the model that its own profile hints at, in the dry run and in the real one", async () => {
  await using world = await ModelWorld.open(() => says("Looked."), { provider: { models } });
  const { h } = world;
  assert.equal((await hint(world, "local", "second", "reviewer")).status, 201);
  const source = `name: Look twice
nodes:
  - { id: one, kind: prompt, with: { content: Look at it., readOnly: true } }
  - { id: two, kind: prompt, profile: reviewer, dependsOn: [one], with: { content: Look again., readOnly: true } }
`;
  const dry = await h.operator("POST /workflow-test-runs/run", {
    body: { source, mode: "dry", defaultStubs: true },
  });
  assert.deepEqual(dry.trace.map(({ runsOn }) => runsOn?.model), ["first", "second"]);
  const { id } = await h.operator("POST /saved-workflows", { body: { source } });
  const started = await h.operator("POST /saved-workflows/:id/run", {
    params: { id },
    body: { repoPath: world.repository.root },
  });
  const run = await h.settled(started.runId!);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(world.server.questions.map(({ model }) => model), ["first", "second"]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

const SOURCE = `name: Greet
inputs:
  type: object
  required: [who]
  properties:
    who: { type: string }
    times: { type: integer, default: 1 }
verifier: { command: test -f hello.txt }
nodes:
  - id: write
    kind: prompt
    with:
      content: create hello.txt with "\${{ inputs.who }}"
`;

Deno.test("POST /saved-workflows/:id/run queues a run that is pinned to a version, with the defaults of the definition", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const saved = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const body = { inputs: { who: "you" }, repoPath: repository.root };
  const events = await h.eventsOf(async () => {
    const { status, body: result } = await h.json("POST", `/saved-workflows/${saved.id}/run`, body);
    assert.deepEqual([status, result.mode, result.status, result.id], [201, "live", "queued", result.runId]);
  });
  assert.deepEqual(events.map(({ type }) => type), ["run.created", "run.queued", "artifact.created"]);
  const [run] = await h.operator("GET /runs");
  const details = await h.operator("GET /runs/:id", { params: { id: run!.id } });
  const { workflowId, workflowVersion, definitionSha256, inputs, verifier } = details;
  assert.deepEqual({ workflowId, workflowVersion, definitionSha256, inputs, verifier }, {
    workflowId: saved.id,
    workflowVersion: 1,
    definitionSha256: saved.versions[0]!.sha256,
    inputs: { who: "you", times: 1 },
    verifier: { command: "test -f hello.txt" },
  });
  const artifact = await h.json("GET", `/runs/${run!.id}/artifact?path=workflow.yaml`);
  assert.equal(artifact.body.content, SOURCE);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /saved-workflows/:id/run refuses inputs that do not fit and a missing directory, and queues nothing", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const refusals: [object, RegExp][] = [
    [{ inputs: {}, repoPath: repository.root }, /^inputs: who: /],
    [{ inputs: { who: "a", whom: "b" }, repoPath: repository.root }, /no input "whom". Did you mean "who"\?/],
    [{ inputs: { who: "a" } }, /has no directory.* Send repoPath\./],
    [{ inputs: { who: "a" }, repoPath: repository.root, version: 2 }, /has no version 2. The newest is 1/],
  ];
  for (const [body, sentence] of refusals) {
    const before = h.store.head;
    const { status, body: { error } } = await h.json("POST", `/saved-workflows/${id}/run`, body);
    assert.equal(status, 400);
    assert.match(error, sentence);
    assert.equal(h.store.head, before);
  }
});

Deno.test("the agent token runs a saved active workflow through POST /runs, and no other version of it", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const body = { request: "greet", repoPath: repository.root, workflowId: id, inputs: { who: "you" } };
  const refused = await h.json("POST", "/runs", body, "agent-token");
  assert.equal(refused.status, 403);
  assert.match(refused.body.error, /is not active\. The operator must activate a version first/);

  await h.operator("POST /saved-workflows/:id/activate", { params: { id }, body: {} });
  await h.operator("POST /saved-workflows", { body: { id, source: `${SOURCE}# new\n` } });
  const run = await h.json("POST", "/runs", body, "agent-token");
  assert.deepEqual([run.status, run.body.workflowVersion, run.body.createdBy], [201, 1, "agent"]);
  const direct = await h.json(
    "POST",
    `/saved-workflows/${id}/run`,
    { repoPath: repository.root },
    "agent-token",
  );
  assert.equal(direct.status, 403);
});

Deno.test("POST /runs/:id/retry does the version again that was run, and its inputs are checked anew", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const body = { request: "greet", repoPath: repository.root, workflowId: id, inputs: { who: "you" } };
  const run = await h.operator("POST /runs", { body });
  await h.operator("POST /saved-workflows", { body: { id, source: `${SOURCE}# new\n` } });
  const again = await h.operator("POST /runs/:id/retry", { params: { id: run.id }, body: {} });
  assert.deepEqual([again.workflowVersion, again.inputs, again.attempt], [1, { who: "you", times: 1 }, 2]);
  const path = `/runs/${run.id}/retry`;
  assert.equal((await h.json("POST", path, { inputs: { who: 3 } })).status, 400);
});

Deno.test("a retry has either a workflow or a template: one takes the place of the other, and both are refused", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const first = await h.operator("POST /runs", {
    body: { request: "run true", repoPath: repository.root, workflowTemplateId: "sequential" },
  });
  const body = { workflowId, inputs: { who: "you" } };
  const retried = await h.operator("POST /runs/:id/retry", { params: { id: first.id }, body });
  assert.deepEqual([retried.workflowId, retried.workflowTemplateId], [workflowId, undefined]);
  const path = `/runs/${retried.id}/retry`;
  const both = await h.json("POST", path, { workflowTemplateId: "sequential" });
  assert.equal(both.status, 400);
  assert.match(both.body.error, /either a workflow or a template/);
  const other = { workflowId: null, inputs: null, workflowTemplateId: "sequential", request: "run true" };
  assert.equal((await h.json("POST", path, other)).status, 201);
});

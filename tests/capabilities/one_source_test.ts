import assert from "node:assert/strict";
import { REVIEWED, TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

const capability = (h: Harness, id: string) => h.operator("GET /capabilities/:id", { params: { id } });

/** The ids of one kind, without the word before the colon. */
async function ids(
  h: Harness,
  kind: "tool" | "node_kind" | "template" | "blocked_class" | "provider" | "skill",
) {
  const found = await h.operator("GET /capabilities", { query: { kind, limit: 1000 } });
  return found.map(({ id }) => id.slice(id.indexOf(":") + 1)).toSorted();
}

const skill = (name: string) => ({
  files: [{
    path: "SKILL.md",
    content: `---\nname: ${name}\ndescription: Says how. Use it in tests.\n---\nDo so.\n`,
  }],
});

Deno.test("capabilities are the one source: no other list of the service has more, or less", async () => {
  await using h = await harness();
  await h.operator("POST /skills/import", { body: skill("tidy") });
  const named = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();
  const others = {
    tool: named(await h.operator("GET /tools")),
    node_kind: named(await h.operator("GET /workflow-primitives")),
    template: named(await h.operator("GET /workflow-templates")),
    blocked_class: named((await h.operator("GET /agent-client/contract")).blockedCapabilityClasses),
    skill: named(await h.operator("GET /skills")),
  } as const;
  for (const [kind, list] of Object.entries(others)) {
    assert.ok(list.length > 0, kind);
    assert.deepEqual(await ids(h, kind as keyof typeof others), list, kind);
  }
  for (const { id, name, description } of await h.operator("GET /workflow-templates")) {
    const { label, description: said } = await capability(h, `template:${id}`);
    assert.deepEqual([label, said], [name, description]);
  }
  const all = new Set(
    (await h.operator("GET /capabilities", { query: { limit: 1000 } })).map(({ id }) => id),
  );
  for (const { id, requires } of await h.operator("GET /capabilities", { query: { limit: 1000 } })) {
    assert.deepEqual(requires.filter((needed) => !all.has(needed)), [], id);
  }
});

const SOURCE = `name: Check
nodes:
  - { id: check, kind: command, with: { command: "true" } }
  - { id: mend, kind: loop, dependsOn: [check], with: { max: 2, until: "true", nodes: [
      { id: ask, kind: prompt, with: { content: Mend it., skills: [tidy], worker: { provider: builtin } } } ] } }
`;

Deno.test("a capability names the profiles, the workflows and the automations that use it, and no others", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { skill: tidy } = await h.operator("POST /skills/import", { body: skill("tidy") });
  const { id: inner } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const { id: outer } = await h.operator("POST /saved-workflows", {
    body: { source: `name: Outer\nnodes: [{ id: all, kind: workflow, with: { workflowId: ${inner} } }]\n` },
  });
  const automation = async (name: string, action: object) => {
    const body = { name, trigger: { kind: "manual" }, action: { repoPath: repository.root, ...action } };
    const answer = await h.json("POST", "/automations", body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id as string;
  };
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: outer }, body: {} });
  const nightly = await automation("nightly", { kind: "workflow", workflowId: outer });
  const plain = await automation("plain", { kind: "run", request: "x", worker: { provider: "builtin" } });
  const users = async (id: string) => {
    const { usedBy: { profiles, workflows, automations } } = await capability(h, id);
    return [profiles, workflows.toSorted(), automations.toSorted()];
  };
  const both = [inner, outer].toSorted();
  assert.deepEqual(await users("node:command"), [[], both, [nightly]]);
  assert.deepEqual(await users("node:prompt"), [[], both, [nightly]], "nodes within a loop count");
  assert.deepEqual(await users("node:workflow"), [[], [outer], [nightly]]);
  assert.deepEqual(await users("node:http_read"), [[], [], []]);
  assert.deepEqual(await users("provider:builtin"), [[], both, [nightly, plain].toSorted()]);
  assert.deepEqual(await users(`skill:${tidy.id}`), [[], both, [nightly]]);
  await h.operator("POST /saved-workflows", {
    body: { id: inner, source: "name: Check\nnodes: [{ id: w, kind: wait, with: { for: PT1S } }]\n" },
  });
  assert.deepEqual(await users("node:command"), [[], [outer], [nightly]], "the outer one keeps its version");
});

Deno.test("a skill that a human rejected is disabled", async () => {
  await using h = await harness();
  const files = [...skill("risky").files, { path: "scripts/a.sh", content: "echo x\n" }];
  const { skill: { id }, changeRequestId } = await h.operator("POST /skills/import", { body: { files } });
  assert.equal((await capability(h, `skill:${id}`)).state, "quarantined");
  await h.operator("POST /agent-profile-changes/:id/reject", {
    params: { id: changeRequestId! },
    body: REVIEWED,
  });
  const disabled = await h.operator("GET /capabilities", { query: { state: "disabled" } });
  assert.deepEqual(disabled.map((each) => [each.id, each.state]), [[`skill:${id}`, "disabled"]]);
});

Deno.test("each template says how it is used, and that is how it is used", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const request = 'create one.txt with "1"';
  const inputs = { request, fix: request, files: ["a.txt"], text: "x" };
  const used = new Set<string>();
  for (
    const { id, usage, source, inputs: { properties = {} } } of await h.operator("GET /workflow-templates")
  ) {
    used.add(usage);
    const own = Object.fromEntries(
      Object.entries(inputs).filter(([name]) => Object.hasOwn(properties as object, name)),
    );
    const run = { request, repoPath: repository.root };
    const direct = await h.json("POST", "/runs", { ...run, workflowTemplateId: id });
    if (usage === "run") {
      assert.equal(direct.status, 201, id);
      const { error } = (await h.json("POST", "/runs", { ...run, workflowTemplateId: id, inputs: own })).body;
      assert.match(error, /takes its request instead of inputs/);
      continue;
    }
    assert.equal(direct.status, 400, id);
    assert.match(direct.body.error, /is a definition\. Save its source with POST \/saved-workflows/);
    const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source } });
    assert.equal((await h.json("POST", "/runs", { ...run, workflowId, inputs: own })).status, 201, id);
  }
  assert.deepEqual([...used].toSorted(), ["run", "saved_workflow"]);
});

Deno.test("the sessions of a run of a template name it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const request = 'create one.txt with "1"';
  for (const workflowTemplateId of ["parallel", undefined]) {
    const { id } = await h.operator("POST /runs", {
      body: { request, repoPath: repository.root, ...(workflowTemplateId && { workflowTemplateId }) },
    });
    const [task] = (await h.settled(id)).tasks;
    const { profile } = await h.operator("GET /task-sessions/:id", { params: { id: task!.id } });
    assert.equal(profile.workflowTemplateId, workflowTemplateId ?? null);
  }
});

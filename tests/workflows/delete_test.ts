import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { TestRepository } from "../git.ts";

const SOURCE = `name: Child
nodes: [{ id: say, kind: command, with: { command: "true" } }]
`;

const calling = (workflowId: string, mode: string) =>
  `name: Caller
nodes: [{ id: call, kind: workflow, with: { workflowId: ${workflowId}, mode: ${mode} } }]
`;

Deno.test("DELETE /saved-workflows/:id is refused with the automation that uses it, until that is disabled", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const { id } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const { id: automation } = await h.operator("POST /automations", {
    body: {
      name: "Nightly",
      trigger: { kind: "manual" },
      action: { kind: "workflow", workflowId: id, repoPath: repository.root },
    } as never,
  });
  for (const state of ["enable", "pause"] as const) {
    await h.operator(`POST /automations/:id/${state}`, { params: { id: automation } });
    const { status, body } = await h.json("DELETE", `/saved-workflows/${id}`);
    assert.equal(status, 400, state);
    assert.match(body.error, new RegExp(`used by the automation "Nightly" \\(${automation}\\)`));
  }
  await h.operator("POST /automations/:id/disable", { params: { id: automation } });
  assert.equal((await h.operator("DELETE /saved-workflows/:id", { params: { id } })).deleted, true);
});

Deno.test("a workflow that another one starts as a run is not deleted; one that is only included is, since its text is kept", async () => {
  await using h = await harness();
  const save = async (source: string) => (await h.operator("POST /saved-workflows", { body: { source } })).id;
  const [started, included] = [await save(SOURCE), await save(SOURCE.replace("Child", "Other"))];
  const caller = await save(calling(started, "run"));
  await save(calling(included, "inline").replace("Caller", "Includer"));
  const { status, body } = await h.json("DELETE", `/saved-workflows/${started}`);
  assert.equal(status, 400);
  assert.match(body.error, new RegExp(`started by "Caller" \\(${caller}\\)`));
  assert.equal((await h.json("DELETE", `/saved-workflows/${included}`)).status, 200);
  await h.operator("DELETE /saved-workflows/:id", { params: { id: caller } });
  assert.equal((await h.json("DELETE", `/saved-workflows/${started}`)).status, 200);
});

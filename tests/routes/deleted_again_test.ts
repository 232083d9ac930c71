import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

Deno.test("what is deleted already is deleted again with the same answer, and without an event; what never was is 404", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 0 });
  const action = { kind: "run", request: "run true", repoPath: repository.root };
  const { body: automation } = await h.json("POST", "/automations", {
    name: "A",
    trigger: { kind: "manual" },
    action,
  });
  const { body: workflow } = await h.json("POST", "/saved-workflows", {
    source: 'name: W\nnodes: [{ id: say, kind: command, with: { command: "true" } }]\n',
  });
  const { body: profile } = await h.json("POST", "/agent-profiles/settings", {
    profileId: "reviewer",
    settings: { label: "Mine" },
  });
  const { body: run } = await h.json("POST", "/coordinator/runs", {
    request: "run true",
    repoPath: repository.root,
  });
  const doors: [method: string, path: (id: string) => string, id: string][] = [
    ["DELETE", (id) => `/automations/${id}`, automation.id],
    ["DELETE", (id) => `/saved-workflows/${id}`, workflow.id],
    ["DELETE", (id) => `/agent-profiles/${id}`, profile.id],
    ["POST", (id) => `/runs/${id}/delete`, run.id],
  ];
  for (const [method, path, id] of doors) {
    const first = await h.json(method, path(id));
    assert.equal(first.status, 200, path(id));
    const events = await h.eventsOf(async () => {
      const { status, body } = await h.json(method, path(id));
      assert.deepEqual({ status, body }, { status: 200, body: first.body });
      assert.equal((await h.json(method, path(`${id.slice(0, -1)}${id.endsWith("0") ? 1 : 0}`))).status, 404);
    });
    assert.deepEqual(events, [], path(id));
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { AGENT, harness } from "../../harness.ts";
import { runToRest } from "../../runs/scenario.ts";
import { configure, oneProvider } from "../providers/catalog_server.ts";

const COMMAND = "echo not-for-agents >&2; false";

Deno.test("agents read neither the name nor the command of a secret that a model call could not read", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, localServers: [] });
  configure(h, oneProvider("http://127.0.0.1:9/v1", { secret: "near-key", models: [{ id: "m" }] }));
  const { id: secretId } = await h.operator("POST /secrets", {
    body: { name: "near-key", kind: "api-key", storageClass: "command", reference: COMMAND },
  });
  const run = await runToRest(h, repository, {
    request: "make it nicer",
    worker: { provider: "near", model: "m" },
  });
  assert.equal(run.waitingFor?.kind, "auth");
  assert.match(
    run.waitingFor.detail!,
    /its key cannot be read\. To see why: agent-harness providers check near/,
  );
  const ofRun = ["", "/timeline", "/workspace", "/audit", "/audit-view"].map((path) =>
    `/runs/${run.id}${path}`
  );
  for (const path of [...ofRun, "/notifications", "/coordinator/command-center", "/control-plane/status"]) {
    const { status, body } = await h.json("GET", path, undefined, AGENT);
    assert.equal(status, 200, path);
    for (const hidden of ["near-key", secretId, "not-for-agents"]) {
      assert.ok(!JSON.stringify(body).includes(hidden), `${path}: ${hidden}`);
    }
  }
  const params = { provider: "near" };
  const { detail } = await h.operator("POST /providers/:provider/health-check", { params });
  assert.match(detail!, /near-key.*not-for-agents/s, "the operator reads why");
});

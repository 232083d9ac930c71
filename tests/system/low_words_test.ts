import assert from "node:assert/strict";
import { join } from "node:path";
import { decideRequest } from "../../services/ground/policy/decide.ts";
import { howToAdd } from "../../services/sessions/models/providers/mod.ts";
import { AGENT, harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

Deno.test("GET /control-plane/status says where there are more runs than the 20 that it shows", async () => {
  await using h = await harness();
  await using place = await queuedRun(h);
  const body = { request: 'create a.md with "x"', repoPath: place.repoPath };
  for (let i = 0; i < 19; i++) await h.operator("POST /coordinator/runs", { body });
  const all = await h.operator("GET /control-plane/status");
  assert.deepEqual([all.activeRunSummaries.length, all.truncated.activeRuns], [20, false]);
  await h.operator("POST /coordinator/runs", { body });
  const cut = await h.operator("GET /control-plane/status");
  assert.deepEqual([cut.activeRunSummaries.length, cut.perRunQueueState.length], [20, 20]);
  assert.deepEqual(cut.truncated, { activeRuns: true, recentFailures: false });
  assert.equal(cut.riskBoundaryEnforcement.enforced, true);
});

Deno.test("a request of white space alone is 400", async () => {
  await using h = await harness();
  await using place = await queuedRun(h);
  for (const request of [" ", "\n\t "]) {
    const { status, body } = await h.json("POST", "/runs", { request, repoPath: place.repoPath });
    assert.equal(status, 400);
    assert.match(body.error, /request.*must not be blank/);
  }
});

Deno.test("decideRequest() takes a question of how much tax somebody owes for tax advice", () => {
  for (const request of ["how much tax do I owe this year?", "How much income tax will we pay?"]) {
    assert.equal(decideRequest({ request, understoodAsRecipe: false }).blockedClass?.id, "tax", request);
  }
  const software = "how much tax the invoice shows is wrong; fix it";
  assert.equal(decideRequest({ request: software, understoodAsRecipe: false }).policyClass, "start");
});

Deno.test("howToAdd() names the command that makes a provider known, or the file that it belongs into", async () => {
  await using h = await harness();
  assert.match(howToAdd(h.service, "ollama"), /agent-harness providers check ollama/);
  assert.match(howToAdd(h.service, "openai"), /secrets set --name openai/);
  assert.match(howToAdd(h.service, "near"), /providers\.json/);
});

Deno.test("GET /runs/:id/artifact: a file that was changed behind the service's back is named, with what to do", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  const asset = await h.operator("POST /runs/:id/research-assets", {
    params,
    body: { title: "t", content: "kept" },
  });
  const file = join(h.directory, "artifacts", asset.sha256.slice(0, 2), asset.sha256);
  Deno.chmodSync(file, 0o600);
  Deno.writeTextFileSync(file, "changed");
  const { status, body } = await h.json("GET", `/runs/${run.id}/artifact?path=${asset.path}`);
  assert.equal(status, 500);
  assert.match(body.error, /was changed.*agent-harness doctor/);
});

Deno.test("the dashboard's page and files are public without an operator's token, and the agent contract says so", async () => {
  for (const operatorToken of ["operator-token", null]) {
    await using h = await harness({ operatorToken });
    const { operations } = await h.agent("GET /agent-client/contract");
    const files = [["GET /", "/"], ["GET /dashboard/app.js", "/dashboard/app.js"], [
      "GET /assets/:name",
      "/assets/favicon.svg",
    ]];
    for (const [id, path] of files) {
      const classification = operatorToken === null ? "public" : "operator-only";
      assert.equal(operations.find((each) => each.id === id)?.classification, classification, id);
      for (const caller of [null, AGENT]) {
        const answer = await h.send(path!, {}, caller);
        assert.equal(answer.status, operatorToken === null ? 200 : caller === null ? 401 : 403, path);
        await answer.body?.cancel();
      }
    }
  }
});

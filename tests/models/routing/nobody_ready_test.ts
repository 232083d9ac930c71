import assert from "node:assert/strict";
import { TestRepository } from "../../git.ts";
import { harness } from "../../harness.ts";
import { configure } from "../workers/scenario.ts";

Deno.test("a run that nobody is ready for is taken, and its answer says so and who is ready; any other says nothing", async () => {
  await using h = await harness({ localServers: [] });
  using repository = TestRepository.make();
  const answer = async (body: { request: string; worker?: { provider: string; model?: string } }) =>
    (await h.operator("POST /coordinator/runs", { body: { ...body, repoPath: repository.root } }))
      .nobodyReady;
  const recipe = 'create b.txt with "b"';
  assert.match((await answer({ request: "make it nicer" }))!, /needs a model or an agent, and none is ready/);
  assert.match(
    (await answer({ request: recipe, worker: { provider: "gpt4", model: "foo" } }))!,
    /gpt4\/foo.* It waits for one\. Ready: builtin\/recipe\./,
  );
  assert.equal(await answer({ request: recipe }), undefined);
  configure(h.directory, [{
    id: "near",
    kind: "openai-compatible",
    baseUrl: "http://127.0.0.1:9/v1",
    models: [{ id: "m" }],
  }]);
  assert.equal(await answer({ request: "make it nicer" }), undefined);
  assert.match(
    (await answer({ request: recipe, worker: { provider: "gpt4" } }))!,
    /Ready: builtin\/recipe, near\/m\./,
  );
  const [newest] = await h.operator("GET /runs", { query: { limit: 1 } });
  const run = await h.operator("GET /runs/:id", { params: { id: newest!.id } });
  assert.equal(run.nobodyReady, undefined);
});

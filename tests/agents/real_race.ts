/** A real agent in a race with a model and a recipe, installed from npm. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { isPlanning, onePlan } from "../models/workers/scenario.ts";
import { approvePending } from "../runs/scenario.ts";
import { installAgent } from "./install.ts";

const REQUEST = 'create b.txt with "from the recipe\\n"';

Deno.test("opencode, a model and a recipe race: each is verified by itself, and the picked result is applied", async () => {
  const modules = await installAgent("opencode");
  const command = [join(modules, "opencode-linux-x64", "bin", "opencode"), "acp"];
  await using server = ModelServer.start((question) => {
    if (isPlanning(question)) return onePlan();
    if (question.tools.length === 0) return says("A title");
    if (JSON.stringify(question.body).includes("is written")) return says("Done.");
    const isOwn = question.tools.some((tool) => tool === "create_file");
    const directory = /(\/\S*\/workspaces\/[\w-]+\/[\w-]+)/.exec(JSON.stringify(question.body))?.[1];
    if (question.results.length > 0) return says("It is written.");
    return isOwn
      ? uses({ name: "create_file", input: { path: "b.txt", content: "from the model\n" } })
      : uses({ name: "write", input: { filePath: `${directory}/b.txt`, content: "from opencode\n" } });
  });
  await using h = await harness({ workers: 3 });
  using repository = TestRepository.make();
  const providers = [
    { id: "local", kind: "openai-compatible", baseUrl: server.baseUrl, models: [{ id: "test-model" }] },
    { id: "opencode", kind: "acp", label: "opencode", command, through: "local" },
  ];
  await Deno.writeTextFile(join(h.directory, "providers.json"), JSON.stringify({ providers }));
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: REQUEST,
      repoPath: repository.root,
      verifier: { command: "grep -E 'opencode|recipe' b.txt" },
      race: { contenders: ["opencode", "local", "builtin"].map((provider) => ({ worker: { provider } })) },
    },
  });
  await h.until(id, ({ waitingFor, status }) => status === "failed" || waitingFor?.id === id);
  const { contenders } = await h.operator("GET /runs/:id/race", { params: { id } });
  assert.deepEqual(
    contenders.map(({ state, outcome, files }) => [state, outcome, files]),
    [["finished", "passed", 1], ["finished", "failed", 1], ["finished", "passed", 1]],
    JSON.stringify(contenders, null, 2),
  );
  await h.operator("POST /runs/:id/pick", { params: { id }, body: { parts: [{ contender: 1 }] } });
  assert.equal((await approvePending(h, await h.settled(id))).status, "completed");
  assert.equal(repository.read("b.txt"), "from opencode\n");
});

import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const COMMANDS = `name: Generate
nodes:
  - id: make
    kind: command
    with: { command: "mkdir -p out; for n in 1 2 3; do echo $n > out/$n.txt; done; echo v > VERSION" }
`;
const PROMPT = `${COMMANDS}  - { id: write, kind: prompt, with: { content: 'create b.txt with "b"' } }
`;

Deno.test("what only commands may change is what they changed in the last runs of the version", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const runId = await world.start(COMMANDS);
  const [{ id } = { id: "" }] = await h.operator("GET /saved-workflows");
  const files = async (query = {}) =>
    (await h.operator("GET /saved-workflows/:id", { params: { id }, query })).blastRadius;
  const before = await files();
  assert.deepEqual([before.files.basis, before.files.items], ["unbounded", ["worktree"]]);
  await world.settled(runId);
  const after = await files();
  assert.deepEqual(after.files, { items: ["VERSION", "out/*.txt"], basis: "observed", from: ["make"] });
  assert.equal(after.digest, before.digest, "what is activated is the definition");
  await h.operator("POST /saved-workflows", { body: { id, source: PROMPT } });
  assert.equal((await files()).files.basis, "unbounded", "a prompt may write anything");
  assert.equal((await files({ version: "1" })).files.basis, "observed");
});

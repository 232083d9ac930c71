import assert from "node:assert/strict";
import { harness } from "../../harness.ts";
import { configure, ModelWorld, planning, works } from "../workers/scenario.ts";

Deno.test("GET /model-catalog: a model that used a tool here can use tools, and each price says where it is from", async () => {
  const edit = { name: "create_file", input: { path: "made.md", content: "made\n" } };
  await using world = await ModelWorld.open(planning(works(edit)));
  const catalog = () => world.h.operator("GET /model-catalog");
  const before = (await catalog()).find(({ provider }) => provider === "local")!;
  assert.deepEqual([before.capabilities, before.price.source], [[], "configuration"]);
  await world.run("Make a file.");
  const [builtin, after] = await catalog();
  assert.deepEqual(after!.capabilities, ["tools"]);
  assert.equal(builtin!.price.source, "built in");
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("GET /model-catalog: a program that only runs in a sandbox without a network keeps what it is given here", async () => {
  await using h = await harness({ localServers: [] });
  const program = { kind: "command", command: ["/bin/true"] };
  configure(h.directory, [
    { id: "held", ...program },
    { id: "online", ...program, network: true },
    { id: "loose", ...program, allowUnsandboxed: true },
    { id: "said", ...program, privacy: "private-network" },
  ]);
  const catalog = await h.operator("GET /model-catalog");
  assert.deepEqual(Object.fromEntries(catalog.map(({ provider, privacy }) => [provider, privacy])), {
    builtin: "local",
    held: "local",
    online: "third-party",
    loose: "third-party",
    said: "private-network",
  });
  assert.equal(catalog.find(({ provider }) => provider === "held")!.price.source, null);
});

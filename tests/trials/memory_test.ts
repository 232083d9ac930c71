import assert from "node:assert/strict";
import { pause } from "../../services/ground/kernel/pause.ts";
import { remember } from "../memory/memory_world.ts";
import { says } from "../models/server/reply.ts";
import { ModelWorld, planning } from "../models/workers/scenario.ts";
import { sandboxOfMachine, sandboxTest } from "../sandbox.ts";
import { answer, begun, found, past, rested } from "./past.ts";

sandboxTest("a model attempts a case without what is remembered, which may be from after it", async () => {
  using repository = past([answer(1)]);
  await using world = await ModelWorld.open(planning(() => says("Done.")), {
    sandbox: sandboxOfMachine(),
    pause,
  });
  const { h } = world;
  const content = "Scripts of answers print the product of their number and seven.";
  await remember(h, { content });
  await remember(h, { content, scope: "project", scopeId: repository.root });
  const { id } = await found(h, repository);
  await begun(h, id, ["local/test-model"]);
  assert.equal((await rested(h, id)).status, "completed");
  const asked = world.server.questions.map(({ body }) => JSON.stringify(body));
  assert.ok(asked.length > 0);
  assert.deepEqual(asked.filter((text) => text.includes(content)), []);
});

import assert from "node:assert/strict";
import { approvePending } from "../../runs/scenario.ts";
import { EDIT, ModelWorld, planning, works } from "./scenario.ts";

const KEY = "key-of-the-first-day";

for (const refused of ["the plan", "the work"] as const) {
  Deno.test(`a key that is refused at ${refused} makes the run wait for a person, and a new one lets it continue`, async () => {
    const script = planning(works(EDIT));
    let asked = 0;
    await using world = await ModelWorld.open((question) => {
      // The key ends after the plan was made.
      if (refused === "the work" && ++asked === 1) world.server.key = "key-of-the-second-day";
      return script(question);
    }, { files: { "a.txt": "hello\n" }, provider: { secret: "model-key" } });
    const { h, server } = world;
    const setKey = (value: string, id?: string) =>
      h.operator("POST /secrets", { body: { name: "model-key", kind: "api-key", value, ...(id && { id }) } });
    const { id: secretId } = await setKey(KEY);
    server.key = refused === "the plan" ? "key-of-the-second-day" : KEY;
    const waiting = await world.run("Replace hello by bye.");
    assert.deepEqual([waiting.status, waiting.waitingFor?.kind, waiting.waitingFor?.id], [
      "waiting",
      "auth",
      "local",
    ], waiting.statusDetail);
    assert.match(waiting.waitingFor!.detail, /refused the credentials \(401\)/);
    assert.equal(waiting.nextMove!.owner, "human");
    assert.deepEqual(waiting.tasks.map(({ status }) => status), refused === "the plan" ? [] : ["queued"]);
    const questions = server.questions.length;
    await h.service.providerMonitor.runOnce(h.service);
    assert.equal(server.questions.length, questions, "nothing is asked with the same key");
    await setKey("key-of-the-second-day", secretId);
    const done = await h.until(waiting.id, ({ waitingFor }) => waitingFor?.kind === "approval");
    assert.equal((await approvePending(h, done)).status, "completed");
    assert.equal(world.repository.read("a.txt"), "bye\n");
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

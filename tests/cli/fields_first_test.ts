import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("a misspelled field of --fields is refused before anything is changed", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('create b.txt with "b"', root);
  const refused = await fixture.main(["runs", "pause", id, "--fields", "stauts"]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /"stauts", which is not in the response\. Did you mean status\?/);
  const deep = await fixture.main(["runs", "pause", id, "--fields", "verifier.comand"]);
  assert.match(deep.stderr, /Available fields: verifier\.command\./);
  const status = async () => (await fixture.connection.call("GET /runs/:id", { params: { id } })).status;
  assert.equal(await status(), "waiting");
  const paused = await fixture.main(["runs", "pause", id, "--fields", "status,inputs.any,verifier.command"]);
  assert.equal(paused.code, 0, paused.stderr);
  assert.equal(await status(), "paused");
});

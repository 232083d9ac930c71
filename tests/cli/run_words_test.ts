import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("run: words without quotes are one request", async () => {
  await using fixture = await startFixture();
  const repository = await fixture.repository();
  const ended = await fixture.run(["run", "fix", "the", "tests", "--repo", repository, "--when-ready"]);
  assert.equal(ended.code, 0, ended.stderr);
  const runs = await fixture.connection.call("GET /runs");
  assert.deepEqual(runs.map(({ request }) => request), ["fix the tests"]);
});

import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("research and workflows assist take words and addresses as arguments, without quotes and without JSON", async () => {
  await using fixture = await startFixture();
  const found = await fixture.run([
    "research",
    "search",
    "dolphins",
    "at",
    "sea",
    "--origins",
    "stored",
    "--json",
  ]);
  assert.deepEqual([found.code, JSON.parse(found.stdout)], [0, []], found.stderr);
  const drafted = await fixture.run([
    "workflows",
    "assist",
    "run",
    "npm",
    "test",
    "then",
    "ask",
    "me",
    "--json",
  ]);
  assert.equal(drafted.code, 0, drafted.stderr);
  assert.match(drafted.stdout, /npm test/);
  for (const verb of ["preview", "metadata"]) {
    const { code, stderr } = await fixture.run(["research", verb, "http://127.0.0.1:9/page"]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /127\.0\.0\.1:9/);
  }
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { startFixture } from "./fixture.ts";

Deno.test("what no header can carry is refused in one sentence, which does not repeat it", async () => {
  await using fixture = await startFixture();
  const secret = join(fixture.directory, "secret");
  await Deno.writeTextFile(secret, "the-first-line\nthe-second-line\n");
  const create = ["runs", "create", "--request", 'create b.txt with "b"', "--idempotency-key"];
  const commands: Record<string, string[]> = {
    "The secret of --secret": ["automations", "send", "hook", "--secret", secret],
    "--idempotency-key": [...create, "first\nsecond"],
  };
  for (const [name, words] of Object.entries(commands)) {
    const { code, stderr } = await fixture.run(words);
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`^✗ ${name} has a line break or another character`));
    assert.doesNotMatch(stderr, /first|second/);
  }
  const given = { environment: { AGENT_HARNESS_TOKEN: "clé–of-this-machine" } };
  const { code, stderr } = await fixture.run(["status"], given);
  assert.deepEqual([code, stderr], [2, "✗ AGENT_HARNESS_TOKEN must contain exactly one token.\n"]);
});

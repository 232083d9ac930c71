import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";

Deno.test("a touched file whose mode alone differs is told as that, in the review and the reasons", async () => {
  using repository = TestRepository.make({ "a.txt": "one\n" });
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: 'append "z" to a.txt' });
  const { id } = pendingOf(run);
  const drift = async () => (await h.operator("GET /approvals/:id", { params: { id } })).drift!.items;
  assert.deepEqual(await drift(), [], "the control");
  Deno.chmodSync(join(repository.root, "a.txt"), 0o755);
  assert.deepEqual((await drift()).map(({ detail }) => detail), ["its mode is 100755 instead of 100644"]);
  Deno.writeTextFileSync(join(repository.root, "a.txt"), "two\n");
  assert.match((await drift())[0]!.detail, /content/);
});

Deno.test("a verifier that prints nothing ends the sentence about it, one that prints is quoted", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const detailOf = async (command: string) => {
    const run = await runToRest(h, repository, {
      request: 'create q.txt with "q"',
      verifier: { command },
      onRed: "fail",
    });
    return run.statusDetail!;
  };
  assert.match(await detailOf("exit 3"), /^The verifier "exit 3" ended with exit code 3\. /);
  assert.match(await detailOf("echo no luck; exit 3"), /ended with exit code 3: no luck/);
});

Deno.test("a number that is none is refused with what was sent", async () => {
  await using h = await harness();
  for (const [sent, words] of [["abc", /got "abc"/], ["", /got ""/], ["0", /got "0"/]] as const) {
    const { status, body } = await h.json("GET", `/runs?limit=${sent}`);
    assert.equal(status, 400);
    assert.match(body.error, words);
  }
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";

Deno.test("a capsule of a run whose git objects are gone, as in a restored backup, is refused with the reason", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  const run = await runToRest(h, repository, { request: 'create b.txt with "y"' });
  await approvePending(h, run);
  assert.equal((await h.json("GET", `/runs/${run.id}/capsule`)).status, 200);
  await Deno.remove(join(h.directory, "repositories"), { recursive: true });
  const { status, body } = await h.json("GET", `/runs/${run.id}/capsule`);
  assert.equal(status, 400, body.error);
  assert.match(body.error, /^Files of the commit [0-9a-f]{12} are not in the storage directory/);
});

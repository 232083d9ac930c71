import assert from "node:assert/strict";
import { main } from "../../commands/main.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { fakeShell } from "./fixture.ts";

Deno.test("a run whose request no worker understands says what matters, and run --help lists the instructions", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: "make it better", repoPath: repository.root },
  });
  const { waitingFor } = await h.settled(id);
  const detail = waitingFor?.detail ?? "";
  assert.match(detail, /^Line 1, "make it better": "make" is not an instruction of the recipe language\.\n/);
  assert.match(detail, /`agent-harness run --help` lists them\. .*`agent-harness connect`/);
  assert.equal(detail.split("\n").length, 2, detail);
  const { shell, printed } = fakeShell(null);
  assert.equal(await main(["run", "--help"], shell), 0);
  assert.match(printed.stdout, /^ {2}replace "<text>" with "<text>" in <path or glob>$/m);
});

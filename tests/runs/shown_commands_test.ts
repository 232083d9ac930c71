import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "./scenario.ts";

Deno.test("lines of a command, and a name with a line break, do not look like other lines of what a human decides about", async () => {
  using repository = TestRepository.make({ "a\nnames b.sh": "1" });
  await using h = await harness({ workers: 1 });
  const command = "true\n  in the root of the repository\ncat 'a\nnames b.sh'";
  await runToRest(h, repository, { request: "run true" });
  const asked = { request: "run true", verifier: { command } };
  const { evidence } = pendingOf(await runToRest(h, repository, asked, "agent"));
  const lines = (await h.service.artifacts.readText(evidence[0]!.sha256)).split("\n");
  const object = repository.git("rev-parse", "HEAD:a\nnames b.sh").trim();
  assert.deepEqual(lines.slice(0, lines.indexOf("")), [
    "$ true",
    ">   in the root of the repository",
    "> cat 'a",
    "> names b.sh'",
    "  in the root of the repository",
    `  names "a\\nnames b.sh" (${object})`,
  ]);
});

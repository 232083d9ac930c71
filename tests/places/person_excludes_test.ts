import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";
import { ownHome, write } from "./places_world.ts";

for (
  const [where, files] of [
    ["~/.config/git/ignore", { ".config/git/ignore": "*.swp\n" }],
    ["core.excludesFile", { ".gitconfig": "[core]\n\texcludesFile = ~/rules\n", rules: "*.swp" }],
  ] as const
) {
  Deno.test(`what a person's git ignores everywhere is not a change, neither theirs nor of a run: ${where}`, async () => {
    using own = ownHome();
    write(own.home, files);
    using repository = TestRepository.make({ "a.txt": "hello\n" });
    repository.write({ "mine.swp": "", "new.txt": "", "shown.swp": "", ".git/info/exclude": "!shown.swp\n" });
    await using h = await harness({ workers: 1 });
    const status = await h.operator("GET /shell/git-status", { query: { path: repository.root } });
    assert.deepEqual(status.items.map(({ path }) => path), ["new.txt", "shown.swp"]);
    const run = await runToRest(h, repository, {
      request: 'create b.txt with "b"\ncreate b.swp with "b"',
    });
    const [evidence] = pendingOf(run).evidence;
    assert.ok(evidence?.kind === "repo-write-patch-bundle");
    assert.deepEqual(evidence.files.map(({ path }) => path), ["b.txt"]);
  });
}

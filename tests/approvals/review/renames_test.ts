import assert from "node:assert/strict";
import { readPatch } from "../../../ui/approvals/diff/patch.ts";
import { findRenames } from "../../../ui/approvals/renames.ts";
import { bundleOf, makeFixture, openSession } from "../../repositories/fixtures.ts";

const LINES = Array.from({ length: 30 }, (_, i) => `line number ${i}\n`);

Deno.test("findRenames pairs what moved, exactly or with edits, and nothing that only looks alike", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({
    "same.txt": "the very same\n",
    "edited.txt": LINES.join(""),
    "gone.txt": "nothing\nlike\nit\n",
    "empty-gone": "",
    "link": { link: "same.txt" },
  });
  const { patch, manifest } = await bundleOf(await openSession(fixture), {
    "same.txt": null,
    "edited.txt": null,
    "gone.txt": null,
    "empty-gone": null,
    "moved/same.txt": "the very same\n",
    "moved/edited.txt": LINES.with(3, "another line\n").join(""),
    "new.txt": "something\nelse\nentirely\n",
    "empty-come": "",
  });
  const files = manifest.files.map((file) => ({ id: file.path, ...file, hunks: [...file.hunks] }));
  const renames = findRenames(readPatch(patch, files));
  assert.deepEqual(renames.map(({ from, to, shared }) => [from, to, shared === 1]), [
    ["same.txt", "moved/same.txt", true],
    ["edited.txt", "moved/edited.txt", false],
  ]);
});

import assert from "node:assert/strict";
import { readPatch } from "../../../ui/approvals/model/patch.ts";
import { compareRenamed } from "../../../ui/approvals/diff/compare.ts";
import { findRenames } from "../../../ui/approvals/model/renames.ts";
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

Deno.test("compareRenamed shows what differs, with the numbers that the lines have on both sides", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "edited.txt": LINES.join("") });
  const now = LINES.with(3, "another line\n").with(29, "the last one").join("");
  const { patch, manifest } = await bundleOf(await openSession(fixture), {
    "edited.txt": null,
    "new.txt": now,
  });
  const files = manifest.files.map((file) => ({ id: file.path, ...file, hunks: [...file.hunks] }));
  const [from, to] = readPatch(patch, files);
  const hunks = compareRenamed(from!, to!);
  assert.deepEqual(hunks.map(({ id }) => id), [files[1]!.hunks[0]!.id, files[1]!.hunks[0]!.id]);
  const changed = hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind !== "context"));
  assert.deepEqual(
    changed.map((
      { kind, text, oldNumber, newNumber, endsFile },
    ) => [kind, text, oldNumber ?? newNumber, endsFile]),
    [
      ["removed", "line number 3", 4, false],
      ["added", "another line", 4, false],
      ["removed", "line number 29", 30, false],
      ["added", "the last one", 30, true],
    ],
  );
});

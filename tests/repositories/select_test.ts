import assert from "node:assert/strict";
import fc from "fast-check";
import { join } from "node:path";
import { InvalidError } from "../../services/ground/kernel/errors.ts";
import {
  buildBundle,
  commitTree,
  createWorkspace,
  selectHunks,
} from "../../services/machine/repositories/mod.ts";
import { bundleOf, makeFixture, openSession, plainGit } from "./fixtures.ts";

const LINES = 80;
const DISTANCE = 10;

Deno.test("selectHunks() applies exactly the accepted hunks of a text, for any edits and any choice", async () => {
  await using fixture = await makeFixture();
  const base = Array.from({ length: LINES }, (_, index) => `same\nline ${index}\r\n`);
  await fixture.commit({ "file.txt": base.join("") });
  const session = await openSession(fixture);
  const { control, base: { commit } } = session;
  const edit = fc.constantFrom("delete", "insert", "replace");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(edit, fc.boolean()), { minLength: 2, maxLength: LINES / DISTANCE }),
      fc.boolean(),
      async (edits, newlineAtEnd) => {
        const edited = (keep: (index: number) => boolean) => {
          const text = base.map((line, index) => {
            const [kind, chosen] = edits[index / DISTANCE] ?? [];
            if (kind === undefined || chosen === undefined || !keep(index / DISTANCE)) return line;
            return kind === "delete"
              ? ""
              : kind === "insert"
              ? `${line}added ${index}\n`
              : `replaced ${index}\n`;
          }).join("");
          return newlineAtEnd || !keep(edits.length) ? text : text.trimEnd();
        };
        const { patch, manifest } = await bundleOf(session, { "file.txt": edited(() => true) });
        const hunks = manifest.files[0]?.hunks ?? [];
        const whole = edits.length + (newlineAtEnd ? 0 : 1);
        fc.pre(hunks.length === whole);
        const accepted = hunks.filter((_, index) => edits[index]?.[1]).map(({ id }) => id);
        const tree = await selectHunks(control, manifest, patch, accepted);
        const text = await plainGit(control.gitDir, ["cat-file", "blob", `${tree}:file.txt`]);
        assert.equal(text, edited((index) => edits[index]?.[1] ?? false).trimEnd());
        assert.equal(
          await selectHunks(control, manifest, patch, hunks.map(({ id }) => id)),
          manifest.resultTree,
        );
        assert.equal(await selectHunks(control, manifest, patch, []), manifest.baseTree);
        assert.equal(manifest.baseCommit, commit);
      },
    ),
    { numRuns: 20 },
  );
});

Deno.test("selectHunks() takes mode, binary, link, empty and whole-file changes each by their own hunk", async () => {
  await using fixture = await makeFixture();
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}\n`);
  await fixture.commit({
    "both.sh": lines.join(""),
    "mode.sh": "x\n",
    "binary": new Uint8Array([0, 1]),
    "gone": "x\n",
    "gone-empty": "",
    "type": "x\n",
    "link": { link: "mode.sh" },
  });
  const session = await openSession(fixture);
  const edited = ["first\n", ...lines.slice(1, -1), "last\n"].join("");
  const { patch, manifest } = await bundleOf(session, {
    "both.sh": { executable: edited },
    "mode.sh": { executable: "x\n" },
    "binary": new Uint8Array([0, 2, 3]),
    "gone": null,
    "gone-empty": null,
    "new": "a\nb",
    "empty": "",
    "type": { link: "mode.sh" },
    "link": { link: "binary" },
  });
  const hunks = Object.fromEntries(
    manifest.files.map((file) => [file.path, file.hunks.map(({ header }) => header)]),
  );
  assert.deepEqual(hunks, {
    "binary": ["binary file"],
    "both.sh": ["mode 100644 => 100755", "@@ -1,4 +1,4 @@", "@@ -27,4 +27,4 @@ line 25"],
    "empty": ["empty file"],
    "gone": ["@@ -1 +0,0 @@"],
    "gone-empty": ["empty file"],
    "link": ["@@ -1 +1 @@"],
    "mode.sh": ["mode 100644 => 100755"],
    "new": ["@@ -0,0 +1,2 @@"],
    "type": ["type 100644 => 120000"],
  });
  const all = manifest.files.flatMap((file) => file.hunks.map(({ id }) => ({ id, path: file.path })));
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.ok(all.every(({ id }) => /^[0-9a-f]{12}$/.test(id)));
  const { control, base } = session;
  for (const { id, path } of all) {
    const tree = await selectHunks(control, manifest, patch, [id]);
    const input = { baseCommit: base.commit, baseTree: base.tree, resultTree: tree };
    const selected = await buildBundle(control, input);
    assert.deepEqual(selected.manifest.files.map((file) => [file.path, file.hunks.length]), [[path, 1]]);
    assert.deepEqual(selected.manifest.files[0]?.hunks[0]?.id, id);
  }
});

Deno.test("selectHunks() names an id that it does not know and refuses another patch", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({ "file.txt": "x\n" });
  const session = await openSession(fixture);
  const { patch, manifest } = await bundleOf(session, { "file.txt": "y\n" });
  await assert.rejects(selectHunks(session.control, manifest, patch, ["cafe"]), (error) => {
    return error instanceof InvalidError && error.message.includes('"cafe"');
  });
  const other = new Uint8Array([...patch, 10]);
  await assert.rejects(selectHunks(session.control, manifest, other, []), /not the reviewed one/);
});

Deno.test("buildBundle() counts lines by hunk headers, so content that looks like a patch stays content", async () => {
  await using fixture = await makeFixture();
  const tricky =
    "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-x\n+y\ndiff --git a/x b/x\n\\ No newline at end of file\nGIT binary patch\n";
  await fixture.commit({ "a": tricky, "b": "b\n" });
  const session = await openSession(fixture);
  const { patch, manifest } = await bundleOf(session, {
    "a": `-- ${tricky}${tricky}`,
    "b": tricky,
    "c": "\ufeffx",
  });
  assert.deepEqual(manifest.files.map(({ path, binary }) => [path, binary]), [["a", false], ["b", false], [
    "c",
    false,
  ]]);
  assert.deepEqual(manifest.stats, { files: 3, additions: 8 + 8 + 1, deletions: 1 });
  const again = await bundleOf(session, {});
  assert.deepEqual(again, { patch, manifest });
});

Deno.test("the patch of a bundle is what git apply makes the result from", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({
    "a b": "x\n",
    "bin": new Uint8Array([0, 200]),
    "latin1": new Uint8Array([233, 10]),
  });
  const session = await openSession(fixture);
  const { control, base } = session;
  const { patch, manifest } = await bundleOf(session, {
    "a b": { executable: "y" },
    "bin": new Uint8Array([0, 201, 13, 10]),
    "latin1": new Uint8Array([232, 13, 10]),
    "new\nline": "n",
  });
  const commit = await commitTree(control, { tree: base.tree, parents: [base.commit], message: "x" });
  const { directory } = await createWorkspace(control, commit, join(fixture.directory, "other"));
  await Deno.writeFile(join(fixture.directory, "patch"), patch);
  await plainGit(directory, ["apply", "--index", join(fixture.directory, "patch")]);
  assert.equal(await plainGit(directory, ["write-tree"]), manifest.resultTree);
});

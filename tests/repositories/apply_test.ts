import assert from "node:assert/strict";
import { join } from "node:path";
import { InvalidError, UnavailableError } from "../../services/kernel/errors.ts";
import {
  applyBundle,
  type BundleManifest,
  findDrift,
  type PathReport,
  verifyApplied,
} from "../../services/repositories/mod.ts";
import {
  bundleOf,
  type Content,
  exists,
  fingerprint,
  type Fixture,
  gitFingerprint,
  makeFixture,
  openSession,
} from "./fixtures.ts";

const BASE: Record<string, Content> = {
  "modified.txt": "one\ntwo\nthree\n",
  "deleted/only.txt": "gone\n",
  "deleted/deep/er/file.txt": "gone\n",
  "run.sh": { executable: "#!/bin/sh\n" },
  "plain.sh": "#!/bin/sh\n",
  "link": { link: "modified.txt" },
  "becomes-link": "text\n",
  "binary.bin": new Uint8Array([0, 1, 2, 255, 254, 10, 13]),
  "untouched.txt": "untouched\n",
};

const CHANGE: Record<string, Content | null> = {
  "modified.txt": "one\n2\nthree\n",
  "deleted/only.txt": null,
  "deleted/deep/er/file.txt": null,
  "run.sh": "#!/bin/sh\n",
  "plain.sh": { executable: "#!/bin/sh\necho\n" },
  "link": { link: "untouched.txt" },
  "becomes-link": { link: "link" },
  "binary.bin": new Uint8Array([255, 0, 13, 10, 0]),
  "new/deep/file.txt": "new\n",
  "empty": "",
};

Deno.test("applyBundle() makes the working tree what the workspace is, and nothing else", async () => {
  for (const init of [[], ["--object-format=sha256"], null]) {
    await using fixture = await makeFixture(init);
    await fixture.write(BASE);
    if (init !== null) await fixture.commit();
    const session = await openSession(fixture);
    const gitBefore = init === null ? {} : await gitFingerprint(fixture);
    const { manifest } = await bundleOf(session, CHANGE);
    await fixture.write({ "untouched.txt": "dirty and mine\n", "untracked.txt": "mine\n" });
    assert.deepEqual(await findDrift(fixture.root, manifest), []);
    assert.equal((await verifyApplied(fixture.root, manifest)).length, manifest.files.length);
    for (let time = 0; time < 2; time++) {
      const result = await applyBundle({
        control: session.control,
        root: fixture.root,
        manifest,
        token: "once",
      });
      assert.deepEqual(result, { ok: true, paths: manifest.files.length });
    }
    assert.deepEqual(await verifyApplied(fixture.root, manifest), []);
    const expected = await fingerprint(session.workspace.directory, {
      skip: [".git", "untouched.txt", "deleted"],
    });
    const actual = await fingerprint(fixture.root, { skip: [".git", "untouched.txt", "untracked.txt"] });
    assert.deepEqual(actual, expected);
    assert.equal(await Deno.readTextFile(join(fixture.root, "untouched.txt")), "dirty and mine\n");
    if (init !== null) assert.deepEqual(await gitFingerprint(fixture), gitBefore);
  }
});

Deno.test("applyBundle() writes line endings, identifiers and encodings as a checkout would", async () => {
  await using fixture = await makeFixture();
  await fixture.commit({
    ".gitattributes": "*.bat text eol=crlf\n*.id ident\nutf16.txt text working-tree-encoding=UTF-16LE\n",
    "a.bat": "one\r\ntwo\r\n",
    "x.id": "$Id$\n",
  });
  await fixture.git("rm", "--quiet", "--cached", "x.id");
  await fixture.git("add", "x.id");
  await Deno.remove(join(fixture.root, "x.id"));
  await fixture.git("checkout", "--", "x.id");
  const session = await openSession(fixture);
  const utf16 = new Uint8Array([104, 0, 105, 0, 10, 0]);
  const { manifest } = await bundleOf(session, {
    "a.bat": "one\r\n2\r\n",
    "b.bat": "new\r\n",
    "x.id": "$Id$\nmore\n",
    "utf16.txt": utf16,
  });
  assert.deepEqual(manifest.files.map(({ additions, deletions }) => [additions, deletions]), [
    [1, 1],
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
  assert.deepEqual(await findDrift(fixture.root, manifest), []);
  await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  assert.equal(await Deno.readTextFile(join(fixture.root, "a.bat")), "one\r\n2\r\n");
  assert.equal(await Deno.readTextFile(join(fixture.root, "b.bat")), "new\r\n");
  assert.match(await Deno.readTextFile(join(fixture.root, "x.id")), /^\$Id: [0-9a-f]{40} \$\nmore\n$/);
  assert.deepEqual(await Deno.readFile(join(fixture.root, "utf16.txt")), utf16);
  await fixture.git("add", "--all");
  assert.equal(await fixture.git("write-tree"), manifest.resultTree);
});

Deno.test("applyBundle() honours core.autocrlf of the target", async () => {
  await using fixture = await makeFixture();
  await fixture.git("config", "core.autocrlf", "true");
  await fixture.commit({ "a.txt": "one\r\ntwo\r\n" });
  const session = await openSession(fixture);
  assert.equal(await Deno.readTextFile(join(session.workspace.directory, "a.txt")), "one\r\ntwo\r\n");
  const { manifest } = await bundleOf(session, { "a.txt": "one\r\n2\r\n" });
  assert.deepEqual(await findDrift(fixture.root, manifest), []);
  await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  assert.equal(await Deno.readTextFile(join(fixture.root, "a.txt")), "one\r\n2\r\n");
});

const DRIFTS: [string, string, (root: string) => Promise<void>, RegExp][] = [
  [
    "content changed",
    "modified.txt",
    (root) => Deno.writeTextFile(join(root, "modified.txt"), "mine\n"),
    /content has/,
  ],
  ["deleted", "modified.txt", (root) => Deno.remove(join(root, "modified.txt")), /is missing/],
  ["mode changed", "modified.txt", (root) => Deno.chmod(join(root, "modified.txt"), 0o755), /mode is 100755/],
  ["new path taken", "new/deep/file.txt", async (root) => {
    await Deno.mkdir(join(root, "new/deep"), { recursive: true });
    await Deno.writeTextFile(join(root, "new/deep/file.txt"), "mine\n");
  }, /already exists/],
  ["new path is a directory", "empty", (root) => Deno.mkdir(join(root, "empty")), /is a directory/],
  ["file became a link", "modified.txt", async (root) => {
    await Deno.remove(join(root, "modified.txt"));
    await Deno.symlink("untouched.txt", join(root, "modified.txt"));
  }, /content has/],
  ["link points elsewhere", "link", async (root) => {
    await Deno.remove(join(root, "link"));
    await Deno.symlink("/etc/passwd", join(root, "link"));
  }, /content has/],
  ["a pipe", "modified.txt", async (root) => {
    await Deno.remove(join(root, "modified.txt"));
    await new Deno.Command("mkfifo", { args: [join(root, "modified.txt")] }).output();
  }, /special file/],
  [
    "parent is a file",
    "new/deep/file.txt",
    (root) => Deno.writeTextFile(join(root, "new"), "mine\n"),
    /not a directory/,
  ],
  [
    "parent is a link out",
    "new/deep/file.txt",
    (root) => Deno.symlink(join(root, ".."), join(root, "new")),
    /symbolic link/,
  ],
  ["parent became a link", "deleted/only.txt", async (root) => {
    await Deno.rename(join(root, "deleted"), join(root, "..", "moved"));
    await Deno.symlink("../moved", join(root, "deleted"));
  }, /symbolic link/],
];

for (const [name, path, change, detail] of DRIFTS) {
  Deno.test(`findDrift() and applyBundle() report drift and write nothing: ${name}`, async () => {
    await using fixture = await makeFixture();
    const { manifest, apply } = await prepare(fixture);
    await change(fixture.root);
    const before = await fingerprint(fixture.directory, { times: true, skip: ["storage"] });
    const drift = await findDrift(fixture.root, manifest);
    const found = drift.find((report) => report.path === path);
    assert.equal(found?.state, "other");
    assert.match(found?.detail ?? "", detail);
    const result = await apply();
    assert.ok(!result.ok);
    assert.deepEqual(result.report.filter(({ state }) => state === "other"), drift);
    assert.equal(result.report.length, manifest.files.length);
    assert.deepEqual(await fingerprint(fixture.directory, { times: true, skip: ["storage"] }), before);
  });
}

Deno.test("applyBundle() refuses content that is not the reviewed one and writes nothing", async () => {
  await using fixture = await makeFixture();
  const { manifest, apply } = await prepare(fixture);
  const before = await fingerprint(fixture.root, { times: true });
  for (const edit of [{ sha256: "0".repeat(64) }, { blob: "1".repeat(40) }]) {
    const files = manifest.files.map((file) =>
      file.path === "plain.sh" && file.after ? { ...file, after: { ...file.after, ...edit } } : file
    );
    await assert.rejects(apply({ manifest: { ...manifest, files } }), UnavailableError);
    assert.deepEqual(await fingerprint(fixture.root, { times: true }), before);
  }
});

Deno.test("applyBundle() refuses hostile manifests and tokens and writes nothing", async () => {
  await using fixture = await makeFixture();
  const { manifest, apply } = await prepare(fixture);
  const [first] = manifest.files;
  assert.ok(first);
  const before = await fingerprint(fixture.directory, { times: true, skip: ["storage"] });
  for (
    const path of ["../escape", ".git/config", ".git/hooks/post-checkout", "/tmp/x", "a/../../x", ".GIT/x"]
  ) {
    const files = [{ ...first, path }];
    await assert.rejects(apply({ manifest: { ...manifest, files } }), InvalidError);
  }
  for (const token of ["", "../x", "a/b", "a b", "x".repeat(65)]) {
    await assert.rejects(apply({ token }), InvalidError);
  }
  assert.deepEqual(await fingerprint(fixture.directory, { times: true, skip: ["storage"] }), before);
});

Deno.test("applyBundle() stops when a parent is swapped for a symbolic link in the middle", async () => {
  await using fixture = await makeFixture();
  const outside = join(fixture.directory, "outside");
  await Deno.mkdir(outside);
  const { manifest, apply } = await prepare(fixture);
  const index = manifest.files.findIndex(({ path }) => path === "new/deep/file.txt");
  for (const point of [`write:${index}`, `written:${index}`, `rename:${index}`]) {
    const swapped = await apply({
      boundary: async (reached) => {
        if (reached !== point) return;
        await Deno.remove(join(fixture.root, "new"), { recursive: true }).catch(() => {});
        await Deno.symlink(outside, join(fixture.root, "new"));
      },
    });
    assert.ok(!swapped.ok, point);
    assert.deepEqual(await fingerprint(outside), {});
    await Deno.remove(join(fixture.root, "new"));
  }
  assert.equal((await apply()).ok, true);
  assert.deepEqual(await verifyApplied(fixture.root, manifest), []);
});

Deno.test("applyBundle() leaves no temporary file in a directory that was moved away and swapped for a link", async () => {
  await using fixture = await makeFixture();
  const [outside, moved] = [join(fixture.directory, "outside"), join(fixture.directory, "moved")];
  await Deno.mkdir(outside);
  const { manifest, apply } = await prepare(fixture);
  const index = manifest.files.findIndex(({ path }) => path === "new/deep/file.txt");
  for (const point of [`written:${index}`, `rename:${index}`]) {
    let staged: string[] = [];
    const swapped = await apply({
      boundary: async (reached) => {
        if (reached !== point) return;
        await Deno.rename(join(fixture.root, "new"), moved);
        await Deno.symlink(outside, join(fixture.root, "new"));
        staged = Object.keys(await fingerprint(moved)).filter((path) => path.includes(".agent-harness-"));
      },
    });
    assert.ok(!swapped.ok, point);
    assert.equal(staged.length, 1, "the control: a temporary file is in the directory when it is moved");
    const left = Object.keys(await fingerprint(moved)).filter((path) => path.includes(".agent-harness-"));
    assert.deepEqual([left, await fingerprint(outside)], [[], {}], point);
    await Deno.remove(join(fixture.root, "new"));
    await Deno.remove(moved, { recursive: true });
  }
});

Deno.test("applyBundle() keeps an edit that was made in the middle and reports every path", async () => {
  await using fixture = await makeFixture();
  const { manifest, apply } = await prepare(fixture);
  const index = manifest.files.findIndex(({ path }) => path === "modified.txt");
  const result = await apply({
    boundary: async (point) => {
      if (point === `rename:${index}`) await Deno.writeTextFile(join(fixture.root, "modified.txt"), "mine\n");
    },
  });
  assert.ok(!result.ok);
  assert.equal(await Deno.readTextFile(join(fixture.root, "modified.txt")), "mine\n");
  const other = result.report.filter(({ state }: PathReport) => state === "other");
  assert.deepEqual(other.map(({ path }) => path), ["modified.txt"]);
  const left = Object.keys(await fingerprint(fixture.root)).filter((path) =>
    path.includes(".agent-harness-")
  );
  assert.deepEqual(left, []);
});

Deno.test("applyBundle() gives new files the umask's permissions and keeps those of private files", async () => {
  await using fixture = await makeFixture();
  await fixture.commit(BASE);
  await Deno.chmod(join(fixture.root, "modified.txt"), 0o600);
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, { "modified.txt": "x\n", "new.sh": { executable: "x" } });
  await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  const mode = async (path: string) => ((await Deno.stat(join(fixture.root, path))).mode ?? 0) & 0o777;
  assert.equal(await mode("modified.txt"), 0o600);
  assert.equal(await mode("new.sh"), 0o777 & ~Deno.umask());
});

Deno.test("applyBundle() copes with names that confuse shells, parsers and options", async () => {
  await using fixture = await makeFixture();
  const names = [
    "-rf",
    "a b",
    "new\nline",
    "tab\there",
    'q"uote',
    "it's",
    "$(x)",
    "ünïcödé/日本",
    "*",
    " lead",
    ":(top)x",
  ];
  await fixture.commit(Object.fromEntries(names.map((name) => [name, "one\n"])));
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, Object.fromEntries(names.map((name) => [name, "two\n"])));
  assert.deepEqual(manifest.files.map(({ path }) => path).sort(), names.sort());
  const result = await applyBundle({ control: session.control, root: fixture.root, manifest, token: "t" });
  assert.ok(result.ok);
  for (const name of names) assert.equal(await Deno.readTextFile(join(fixture.root, name)), "two\n");
});

Deno.test("applyBundle() removes emptied directories as git does, but no others", async () => {
  await using fixture = await makeFixture();
  const { apply } = await prepare(fixture);
  await fixture.write({ "deleted/deep/mine.txt": "untracked\n" });
  assert.ok((await apply()).ok);
  assert.equal(await exists(join(fixture.root, "deleted/deep/er")), false);
  assert.equal(await exists(join(fixture.root, "deleted/deep/mine.txt")), true);
});

async function prepare(fixture: Fixture) {
  await fixture.commit(BASE);
  const session = await openSession(fixture);
  const { manifest } = await bundleOf(session, CHANGE);
  const input = { control: session.control, root: fixture.root, manifest, token: "token" };
  type More = { manifest?: BundleManifest; token?: string; boundary?: (point: string) => Promise<void> };
  return { manifest, apply: (more: More = {}) => applyBundle({ ...input, ...more }) };
}

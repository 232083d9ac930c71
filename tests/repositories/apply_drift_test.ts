import assert from "node:assert/strict";
import { join } from "node:path";
import { InvalidError, UnavailableError } from "../../services/ground/kernel/errors.ts";
import {
  changedOnDisk,
  findDrift,
  type PathReport,
  verifyApplied,
} from "../../services/machine/repositories/mod.ts";
import { fingerprint, makeFixture } from "./fixtures.ts";
import { prepare } from "./apply_world.ts";

Deno.test("where core.fileMode is false, an executable bit is no drift, and what is written is found", async () => {
  await using fixture = await makeFixture();
  const { manifest, apply, control } = await prepare(fixture, { "core.fileMode": "false" });
  for (const { path, before } of manifest.files) {
    if (before && before.mode !== "120000") await Deno.chmod(join(fixture.root, path), 0o755);
  }
  assert.deepEqual(await findDrift(fixture.root, manifest), []);
  const look = { commit: manifest.baseCommit, keepTimes: false, signal: new AbortController().signal };
  assert.deepEqual(await changedOnDisk(control, look), []);
  assert.deepEqual(await apply(), { ok: true, paths: manifest.files.length });
  for (const { path, after } of manifest.files) {
    if (after && after.mode !== "120000") await Deno.chmod(join(fixture.root, path), 0o755);
  }
  assert.deepEqual(await verifyApplied(fixture.root, manifest), []);
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

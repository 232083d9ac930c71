import assert from "node:assert/strict";
import { join } from "node:path";
import { openerOf } from "../../services/operations/dashboard/open_path.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("POST /shell/select-directory: directories by name, which of them are repositories, and the parent", async () => {
  await using h = await harness();
  const root = await Deno.realPath(temporaryDirectory());
  for (const name of ["b", "a", ".hidden", "c/.git"]) await Deno.mkdir(join(root, name), { recursive: true });
  await Deno.writeTextFile(join(root, "file.txt"), "x");
  await Deno.symlink(join(root, "a"), join(root, "link"));
  const listing = await h.operator("POST /shell/select-directory", { body: { path: `${root}/b/..` } });
  assert.deepEqual([listing.path, listing.parent, listing.isRepository], [root, join(root, ".."), false]);
  assert.deepEqual(
    listing.items.map(({ name, isRepository }) => [name, isRepository]),
    [["a", false], ["b", false], ["c", true], ["link", false]],
  );
  const all = await h.operator("POST /shell/select-directory", { body: { path: root, includeHidden: true } });
  assert.equal(all.items[0]?.name, ".hidden");
  assert.equal(
    (await h.operator("POST /shell/select-directory")).path,
    await Deno.realPath(Deno.env.get("HOME")!),
  );
  for (const path of [join(root, "nothing"), join(root, "file.txt"), "relative", ""]) {
    const { status, body } = await h.json("POST", "/shell/select-directory", { path });
    assert.equal(status, 400, path);
    assert.ok(body.error.includes("path"), body.error);
  }
  await Deno.remove(root, { recursive: true });
});

Deno.test("POST /shell/open-path: only known repositories and the storage directory, not through symbolic links", async () => {
  await using h = await harness({ workers: 1 });
  using known = TestRepository.make();
  using unknown = TestRepository.make();
  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create a.md with "a"', repoPath: known.root },
  });
  await h.settled(id);
  await Deno.symlink(unknown.root, join(known.root, "out"));
  const open = (path: string) => h.json("POST", "/shell/open-path", { path });
  for (const path of [known.root, join(known.root, ".git"), h.directory, join(h.directory, "logs", "..")]) {
    const { status, body } = await open(path);
    assert.equal(status, 200, path);
    assert.equal(body.opened || body.detail.length > 20, true);
  }
  for (const path of [unknown.root, join(known.root, "out"), "/", "/etc/passwd"]) {
    const { status, body } = await open(path);
    assert.equal(status, 403, path);
    assert.match(body.error, /is not in the storage directory or in a repository/);
  }
  assert.equal((await open(join(known.root, "nothing"))).status, 400);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /shell/open-path reports that there is no desktop", () => {
  assert.equal(openerOf(() => undefined, "linux"), null);
  assert.equal(openerOf((name) => name === "WAYLAND_DISPLAY" ? "wayland-0" : undefined, "linux"), "xdg-open");
  assert.equal(openerOf(() => undefined, "darwin"), "open");
});

Deno.test("GET /shell/git-status: branch, commit and uncommitted changes, without running git in the repository", async () => {
  await using h = await harness();
  using repository = TestRepository.make({
    "a.txt": "a\n",
    "b.txt": "b\n",
    "sub/c.txt": "c\n",
    "monitor.sh": '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
    ".gitignore": "ignored\n",
  });
  await Deno.chmod(join(repository.root, "monitor.sh"), 0o755);
  repository.commit({});
  repository.git("config", "core.fsmonitor", join(repository.root, "monitor.sh"));
  const status = (path: string) => h.operator("GET /shell/git-status", { query: { path } });
  const clean = await status(join(repository.root, "sub"));
  assert.deepEqual([clean.isRepository, clean.clean, clean.ref], [true, true, "refs/heads/main"]);
  assert.equal(clean.commit, repository.git("rev-parse", "HEAD").trim());
  repository.write({ "a.txt": "changed\n", "new.txt": "new\n", "ignored": "x" });
  await Deno.remove(join(repository.root, "b.txt"));
  const dirty = await status(repository.root);
  assert.deepEqual(dirty.items.map(({ path, change }) => [path, change]), [
    ["a.txt", "modified"],
    ["b.txt", "deleted"],
    ["new.txt", "added"],
  ]);
  assert.deepEqual(dirty.counts, { added: 1, modified: 1, deleted: 1, total: 3 });
  assert.equal(repository.exists("ran"), false);
  repository.git("status");
  assert.equal(repository.exists("ran"), true, "plain git runs what the repository's configuration names");

  const plain = temporaryDirectory();
  assert.deepEqual([(await status(plain)).isRepository, (await status(plain)).commit], [false, null]);
  assert.equal(
    (await h.json("GET", `/shell/git-status?path=${encodeURIComponent(join(plain, "no"))}`)).status,
    400,
  );
  await Deno.remove(plain);
  assert.deepEqual(h.rebuildDifferences(), []);
});

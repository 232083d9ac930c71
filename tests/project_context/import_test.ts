import assert from "node:assert/strict";
import { join } from "node:path";
import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { imported, shown } from "./scenario.ts";

const refused = async (h: Harness, projectPath: string, importFrom: string): Promise<string> => {
  const before = h.store.head;
  const { status, body } = await h.json("POST", "/projects/context", { projectPath, importFrom });
  assert.equal(status, 400, `${importFrom}: ${JSON.stringify(body)}`);
  assert.equal(h.store.head, before);
  return body.error;
};

Deno.test("importFrom takes the nearest file of that name, up to the repository's root and no further", async () => {
  using outer = TestRepository.make({ "AGENTS.md": "outer rules", "inner/readme.txt": "" });
  using repository = new TestRepository(join(outer.root, "inner"));
  repository.git("init", "-q");
  repository.write({
    "AGENTS.md": "root rules",
    "README.md": "# Read me",
    "packages/web/AGENTS.md": "web rules",
    "packages/web/src/index.ts": "",
    "packages/api/server.ts": "",
  });
  await using h = await harness();
  const web = await imported(h, join(repository.root, "packages/web/src"), "AGENTS.md");
  const path = join(repository.root, "packages/web/AGENTS.md");
  assert.deepEqual(web.source, { path, sha256: sha256("web rules") });
  assert.deepEqual([web.title, web.documentType], ["packages/web/AGENTS.md", "instructions"]);
  const api = await imported(h, join(repository.root, "packages/api"), "AGENTS.md");
  assert.equal((await shown(h, api.id)).content, "root rules");
  const readme = await imported(h, join(repository.root, "packages/web"), "README.md");
  assert.deepEqual([readme.title, readme.documentType], ["README.md", "readme"]);
  const relative = await imported(h, join(repository.root, "packages/api"), "../web/AGENTS.md");
  assert.equal((await shown(h, relative.id)).content, "web rules");
  const absolute = await imported(h, repository.root, path);
  assert.equal(absolute.title, "packages/web/AGENTS.md");
  assert.match(await refused(h, join(repository.root, "packages"), "CLAUDE.md"), /which does not exist in/);
  assert.match(await refused(h, repository.root, "../AGENTS.md"), /is outside the repository/);
  assert.match(
    await refused(h, repository.root, join(outer.root, "AGENTS.md")),
    /is outside the repository/,
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("importFrom nearest prefers instructions anywhere upwards to a nearer README", async () => {
  using repository = TestRepository.make({
    "CLAUDE.md": "claude",
    "sub/README.md": "sub",
    "other/AGENTS.md": "agents",
  });
  await using h = await harness();
  assert.equal((await imported(h, join(repository.root, "sub"), "nearest")).title, "CLAUDE.md");
  assert.equal((await imported(h, join(repository.root, "other"), "nearest")).title, "other/AGENTS.md");
  using plain = TestRepository.make({ "README.md": "only this", "sub/a.ts": "" });
  assert.equal((await imported(h, join(plain.root, "sub"), "nearest")).title, "README.md");
  using empty = TestRepository.make();
  assert.match(await refused(h, empty.root, "nearest"), /AGENTS\.md, CLAUDE\.md, README\.md/);
});

Deno.test("an import follows a symbolic link within the repository and none that leaves it", async () => {
  using secret = TestRepository.make({ "secret.md": "secret", "sub/secret.md": "secret" });
  using repository = TestRepository.make({ "AGENTS.md": "rules", "docs/a.md": "a" });
  const link = (from: string, to: string) => Deno.symlinkSync(to, join(repository.root, from));
  link("CLAUDE.md", "AGENTS.md");
  link("README.md", join(secret.root, "secret.md"));
  link("out", secret.root);
  link("dangling.md", "nowhere.md");
  link("loop.md", "loop.md");
  link("config.md", ".git/config");
  await using h = await harness();
  const claude = await imported(h, repository.root, "CLAUDE.md");
  assert.equal((await shown(h, claude.id)).content, "rules");
  assert.equal((await shown(h, claude.id)).drift.source, "unchanged");
  for (const path of ["README.md", "out/secret.md", "out/sub/secret.md", "config.md", ".git/config"]) {
    assert.match(await refused(h, repository.root, path), /is outside the repository|only text/, path);
  }
  assert.match(await refused(h, join(repository.root, "docs"), "README.md"), /is outside the repository/);
  for (const path of ["dangling.md", "loop.md", "docs/none.md"]) {
    assert.match(await refused(h, repository.root, path), /which does not exist in/, path);
  }
});

Deno.test("an import refuses what is not a small text: directories, pipes, bytes, keys, too much, nothing", async () => {
  using repository = TestRepository.make({ ".env": "KEY=1", "empty.md": "", "dir.md/a": "" });
  const path = (name: string) => join(repository.root, name);
  Deno.writeFileSync(path("bytes.md"), new Uint8Array([0x41, 0xff, 0xfe]));
  Deno.writeFileSync(path("nul.md"), new Uint8Array([0x41, 0, 0x42]));
  Deno.writeFileSync(path("big.md"), new Uint8Array(512 * 1024 + 1).fill(0x61));
  Deno.writeFileSync(path("full.md"), new Uint8Array(512 * 1024).fill(0x61));
  new Deno.Command("mkfifo", { args: [path("pipe.md")] }).outputSync();
  await using h = await harness();
  assert.match(await refused(h, repository.root, ".env"), /only text/);
  assert.match(await refused(h, repository.root, "dir.md"), /not a readable regular file/);
  assert.match(await refused(h, repository.root, "pipe.md"), /not a readable regular file/);
  assert.match(await refused(h, repository.root, "bytes.md"), /not UTF-8 text/);
  assert.match(await refused(h, repository.root, "nul.md"), /not UTF-8 text/);
  assert.match(await refused(h, repository.root, "big.md"), /larger than 524288 bytes/);
  assert.match(await refused(h, repository.root, "empty.md"), /empty/);
  assert.match(await refused(h, repository.root, "a\0.md"), /NUL/);
  assert.equal((await imported(h, repository.root, "full.md")).size, 512 * 1024);
  await Deno.writeTextFile(join(h.directory, "log.md"), "the service's own");
  assert.match(await refused(h, h.directory, "log.md"), /storage directory/);
});

Deno.test("PATCH with importFrom reads the file again; drift.source tells when that is due", async () => {
  using repository = TestRepository.make({ "AGENTS.md": "one\n" });
  await using h = await harness();
  const { id } = await imported(h, repository.root, "AGENTS.md");
  const again = () =>
    h.operator("PATCH /projects/context/:id", { params: { id }, body: { importFrom: "AGENTS.md" } });
  assert.equal((await again()).version, 1);
  repository.write({ "AGENTS.md": "two\n" });
  assert.equal((await shown(h, id)).drift.source, "changed");
  assert.equal((await again()).version, 2);
  const fresh = await shown(h, id);
  assert.deepEqual([fresh.content, fresh.drift.source], ["two\n", "unchanged"]);
  const same = await h.operator("PATCH /projects/context/:id", {
    params: { id },
    body: { content: "two\n" },
  });
  assert.deepEqual(
    [same.version, same.source],
    [2, fresh.source],
    "sending back what was read changes nothing",
  );
  Deno.removeSync(join(repository.root, "AGENTS.md"));
  assert.equal((await shown(h, id)).drift.source, "missing");
  const mine = await h.operator("PATCH /projects/context/:id", { params: { id }, body: { content: "mine" } });
  assert.deepEqual([mine.version, mine.source], [3, null]);
  assert.equal((await shown(h, id)).drift.source, null);
  assert.deepEqual(h.rebuildDifferences(), []);
});

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { askAllDoors } from "./places_world.ts";

/** Files of a repository that the service itself reads: of git, of the project, and what it states for the service. */
const READ_BY_US = [
  ".git/HEAD",
  ".git/config",
  ".git/packed-refs",
  ".git/commondir",
  ".git/shallow",
  ".git/info/exclude",
  ".git/info/attributes",
  ".git/objects/info/alternates",
  ".git/refs/heads/main",
  ".agent-harness.json",
  ".gitignore",
  "AGENTS.md",
  "deno.json",
  "package.json",
  "Makefile",
];

/** More than a file of any kind is read of, and as good as nothing on the disk. */
const SPARSE_BYTES = 3e9;

const LIE = `trap "" PIPE; while :; do echo /etc > "$0"; done`;

/** A pipe, and a process that writes to it whenever somebody opens it: who waits for a writer is freed, and has read a lie. */
function plantPipe(path: string): Disposable {
  new Deno.Command("mkfifo", { args: [path] }).outputSync();
  const writer = new Deno.Command("sh", { args: ["-c", LIE, path], stderr: "null" }).spawn();
  return {
    [Symbol.dispose]: () => writer.kill("SIGKILL"),
  };
}

function plantSparse(path: string): Disposable {
  Deno.writeTextFileSync(path, "");
  Deno.truncateSync(path, SPARSE_BYTES);
  return { [Symbol.dispose]: () => {} };
}

for (const [what, plant] of [["a pipe", plantPipe], ["an endless file", plantSparse]] as const) {
  Deno.test(`${what} in the place of any file of a repository is not read by the service`, async () => {
    await using h = await harness({ workers: 1 });
    for (const file of READ_BY_US) {
      using repository = TestRepository.make({ "a.txt": "a\n" });
      const path = join(repository.root, file);
      Deno.mkdirSync(dirname(path), { recursive: true });
      try {
        Deno.removeSync(path);
      } catch { /* it was not there */ }
      using _planted = plant(path);
      const before = Deno.memoryUsage().rss;
      for (const [door, { status, error }] of Object.entries(await askAllDoors(h, repository.root))) {
        assert.ok([201, 202, 400, 503].includes(status), `${file}, ${door}: ${status} ${error}`);
        if (!file.endsWith("alternates")) continue;
        assert.equal(status, 400, door);
        assert.match(error, /info\/alternates is not a regular file of at most 64 KiB/, door);
      }
      assert.equal((await h.send("/health", {}, null)).status, 200);
      assert.ok(Deno.memoryUsage().rss - before < 5e8, `${file}: it was not read into memory`);
    }
  });
}

Deno.test("a repository that names very many object directories is 400, and one that names none is not", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make({ "a.txt": "a\n" });
  repository.write({ ".git/objects/info/alternates": "# nothing\n\n" });
  await runToRest(h, repository, { request: 'create b.txt with "b"' });
  repository.write({ ".git/objects/info/alternates": "x\n".repeat(30_000) });
  for (const { status, error } of Object.values(await askAllDoors(h, repository.root))) {
    assert.equal(status, 400);
    assert.match(error, /names 30000 object directories. At most 100 are read/);
  }
});

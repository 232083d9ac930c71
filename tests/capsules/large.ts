import assert from "node:assert/strict";
import { join } from "node:path";
import { openCapsule } from "../../services/operations/capsules/open.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { exported, readHere, verifiedRun } from "./made.ts";

const MIB = 1024 * 1024;
const LINE = "This line says nothing more.   \n";

/** The most memory that the export, the check and the opening of any capsule may take. */
const MOST = 400 * MIB;

/** Exports, reads and opens a repository with so many files of 16 MiB. Returns the most memory that it took meanwhile. */
export async function tryLarge(files: number, say: (line: string) => void): Promise<number> {
  const size = 16 * MIB;
  using repository = TestRepository.make({ "a.txt": "hello\n" });
  for (let i = 0; i < files; i++) {
    Deno.writeTextFileSync(
      join(repository.root, `f${i}.txt`),
      `${String(i).padEnd(31)}\n${LINE.repeat(size / 32 - 1)}`,
    );
  }
  repository.git("add", "--all");
  repository.git("commit", "-qm", "large");
  await using h = await harness({ workers: 1 });
  const { id } = await verifiedRun(h, repository);
  const before = Deno.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => most = Math.max(most, Deno.memoryUsage().rss - before), 20);
  try {
    const { path, signer } = await exported(h, id);
    const { report } = await readHere(path, signer);
    assert.ok(report.ok, JSON.stringify(report.checks));
    const opened = await openCapsule(report.capsule!, join(temporaryDirectory(), "opened"));
    assert.equal(opened.files, files + 1);
    assert.equal(Deno.statSync(join(opened.directory, "base/f0.txt")).size, size);
  } finally {
    clearInterval(watch);
  }
  say(`A repository of ${files * size / MIB} MiB took ${Math.round(most / MIB)} MiB more memory.`);
  assert.ok(most < MOST, `it took ${Math.round(most / MIB)} MiB`);
  return most;
}

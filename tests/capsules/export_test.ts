import assert from "node:assert/strict";
import { join } from "node:path";
import { openCapsule } from "../../services/operations/capsules/open.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { exported, FILES, readHere, verifiedRun } from "./made.ts";

Deno.test("a capsule of a run is verified, and opened as files, without the storage that exported it", async () => {
  using repository = TestRepository.make(FILES);
  let made: { path: string; signer: string };
  let patch: string;
  {
    await using h = await harness({ workers: 1 });
    const run = await verifiedRun(h, repository);
    made = await exported(h, run.id);
    patch = await h.service.artifacts.readText(run.bundle!.patchSha256);
    assert.equal((await exported(h, run.id)).signer, made.signer);
  }
  const { report } = await readHere(made.path, made.signer);
  assert.ok(report.ok, JSON.stringify(report.checks, null, 1));
  const to = join(temporaryDirectory(), "opened");
  const opened = await openCapsule(report.capsule!, to);
  assert.equal(opened.files, 2);
  assert.equal(Deno.readTextFileSync(join(to, "base/src/run.sh")), "echo hi\n");
  const patches = [...Deno.readDirSync(join(to, "evidence"))].map(({ name }) => name);
  assert.ok(patches.length > 2, patches.join());
  const all = report.capsule!.manifest.files.filter(({ name }) =>
    name.endsWith(".patch") || name.endsWith(".diff")
  );
  assert.ok(all.some(({ name }) => Deno.readTextFileSync(join(to, "evidence", name)) === patch));
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { rerunCapsule } from "../../services/operations/capsules/rerun.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { runToRest } from "../runs/scenario.ts";
import { exported, FILES, readHere, verifiedRun } from "./made.ts";

const never = new AbortController().signal;

sandboxTest(
  "a rerun finds what was recorded, says so where it does not, and its repository does the request anew",
  async () => {
    using repository = TestRepository.make(FILES);
    await using h = await harness({ workers: 1 });
    const run = await verifiedRun(h, repository);
    const { path, signer } = await exported(h, run.id);
    const capsule = (await readHere(path, signer)).report.capsule!;
    await using other = await harness();
    const directory = join(temporaryDirectory(), "again");
    const same = await rerunCapsule(other.service, capsule, directory, never);
    assert.deepEqual([same.same, same.output, same.tree], [true, "hello\nb", run.result!.tree]);
    assert.deepEqual(
      other.store.events.after(0, 1000).filter(({ data }) =>
        data !== null && /create/.test(JSON.stringify(data))
      ),
      [],
    );

    const recorded = { outcome: "failed", exitCode: 1 };
    const told = {
      ...capsule,
      manifest: { ...capsule.manifest, run: { ...capsule.manifest.run, evaluation: recorded } },
    };
    const differs = await rerunCapsule(other.service, told, join(temporaryDirectory(), "other"), never);
    assert.deepEqual([differs.same, differs.here.outcome, differs.recorded], [false, "passed", recorded]);

    using again = new TestRepository(directory);
    assert.equal(again.read("a.txt"), "hello\n");
    assert.equal(again.git("status", "--porcelain"), "");
    await using theirs = await harness({ workers: 1 });
    const anew = await runToRest(theirs, again, { request: capsule.manifest.run.request });
    assert.equal(anew.result!.tree, run.result!.tree);
  },
);

Deno.test("a rerun needs a sandbox, and a run with a verified result", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const verified = await exported(h, (await verifiedRun(h, repository)).id);
  const without = await exported(
    h,
    (await runToRest(h, repository, { request: 'create c.txt with "c"' })).id,
  );
  await using bare = await harness({
    sandbox: { available: false, reason: "There is none.", fix: "Install it." },
  });
  const rerun = async ({ path, signer }: { path: string; signer: string }) =>
    await rerunCapsule(
      bare.service,
      (await readHere(path, signer)).report.capsule!,
      join(temporaryDirectory(), "x"),
      never,
    );
  await assert.rejects(rerun(verified), /A stranger's commands run only in a sandbox/);
  await assert.rejects(rerun(without), /has no result that a verifier was run on/);
});

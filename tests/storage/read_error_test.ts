import assert from "node:assert/strict";
import { ArtifactDamagedError } from "../../store/artifacts.ts";
import { describeStorageFault } from "../../store/storage_error.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

/** A file of which Linux says EIO when it is read. */
const UNREADABLE = "/proc/self/mem";

Deno.test({
  name: "a result whose artifact cannot be read for a while is applied later, and is not called missing",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using repository = TestRepository.make();
    await using h = await harness({ workers: 1 });
    const { id } = await h.operator("POST /coordinator/runs", {
      body: { request: 'create note.txt with "note"', repoPath: repository.root },
    });
    const [approval] = (await h.settled(id)).approvals;
    const path = h.service.artifacts.path(approval!.evidence.find(({ kind }) => kind === "trace")!.sha256);
    const content = Deno.readFileSync(path);
    Deno.removeSync(path);
    await assert.rejects(h.service.artifacts.read(path.slice(-64)), ArtifactDamagedError, "the control");
    Deno.symlinkSync(UNREADABLE, path);
    await assert.rejects(h.service.artifacts.read(path.slice(-64)), (cause) => {
      assert.match(
        describeStorageFault(cause)!,
        /^A file could not be read or written \(Input\/output error/,
      );
      return true;
    });
    const approved = h.operator("POST /approvals/:id/approve", {
      params: { id: approval!.id },
      body: REVIEWED,
    });
    await h.until(id, ({ status }) => status === "running");
    Deno.removeSync(path);
    Deno.writeFileSync(path, content);
    // It may be answered before the next attempt.
    await approved;
    const { approvals } = await h.until(id, ({ status }) => status !== "running" && status !== "waiting");
    assert.equal(approvals.at(-1)!.application, "applied");
    assert.equal(repository.read("note.txt"), "note");
  },
});

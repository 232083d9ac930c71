import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";

Deno.test("a review shows the end of the longest output that is kept of a verifier, also of bytes that are no text", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  for (const prints of ["seq 300000", "head -c 1500000 /dev/zero | tr '\\0' '\\377'"]) {
    const run = await runToRest(h, repository, {
      request: 'create b.txt with "b"',
      verifier: { command: `${prints}; echo; echo the very end` },
    });
    const { id, evidence } = pendingOf(run);
    const { id: evidenceId } = evidence.find(({ kind }) => kind === "verifier-output")!;
    const shown = await h.operator("GET /approvals/:id/evidence", { params: { id }, query: { evidenceId } });
    assert.match(shown.content!, /bytes omitted …\]\n/, "the control: the middle of it is not kept");
    assert.match(shown.content!, /the very end\n$/, prints);
    assert.equal(shown.truncated, false);
  }
});

import assert from "node:assert/strict";
import { approvalWord } from "../../store/shared/state_words.ts";

Deno.test("a checkpoint is called what became of it: sent back, or approved without being written", () => {
  const words: [Parameters<typeof approvalWord>[0], string][] = [
    [{ status: "rejected", decision: { disposition: "rework" } }, "sent back"],
    [{ status: "rejected", decision: { disposition: "reject" } }, "rejected"],
    [{ status: "approved", application: "applied" }, "approved"],
    [{ status: "approved", application: "stale" }, "stale"],
    [{ status: "approved", application: "failed" }, "failed"],
    [{ status: "pending", application: "none" }, "pending"],
  ];
  for (const [approval, word] of words) assert.equal(approvalWord(approval), word);
});

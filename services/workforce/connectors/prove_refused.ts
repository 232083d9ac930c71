import { callProgram } from "./program.ts";
import { type Bench, freshRequest, type Proof, timesHappened } from "./proof_bench.ts";

/** Proof 1: without an approval, or with one for another request, nothing happens. */
export const refusedUnapproved: Proof = {
  id: "refused_unapproved",
  title: "It is refused without an approval of exactly this request",
  prove: async (bench, action) => {
    const other = freshRequest(bench, action);
    return [
      await refuses("no approval", null),
      await refuses("the approval of another request", { id: "approval_proof", requestSha256: other.sha256 }),
    ];

    async function refuses(what: string, approval: { id: string; requestSha256: string } | null) {
      const request = freshRequest(bench, action);
      const answer = await perform(bench, request.text, approval);
      const holds = answer.status === "refused" && await timesHappened(bench, request) === 0;
      return { what: `with ${what} it is refused and nothing happens`, holds };
    }
  },
};

const perform = (
  { connector, runtime }: Bench,
  request: string,
  approval: { id: string; requestSha256: string } | null,
) => callProgram(runtime, connector.declaration.command, { call: "perform", request, approval });

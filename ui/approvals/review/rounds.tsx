import type { PatchEvidence } from "../../../client/patch.ts";
import { Banner } from "../../kit/banner.tsx";
import type { Review } from "../model/types.ts";
import { TextBlock } from "./evidence/evidence_text.tsx";

/** The notes of earlier rounds, and a warning if this patch was already sent back. */
export function Rounds({ review: { rounds }, bundle }: { review: Review; bundle: PatchEvidence | null }) {
  const back = rounds.filter(({ sentBack }) => sentBack);
  const same = back.findLast(({ patchSha256 }) => patchSha256 === bundle?.patchSha256);
  const last = back.at(-1);
  if (!last) return null;
  return (
    <div class="rounds">
      {same && (
        <Banner tone="bad">
          This is the same patch as in round {same.round}, which was sent back. Nothing changed.
        </Banner>
      )}
      {last.note && (
        <details>
          <summary>Note on round {last.round}</summary>
          <TextBlock label={`Note on round ${last.round}`} lines={last.note.split("\n")} />
        </details>
      )}
    </div>
  );
}

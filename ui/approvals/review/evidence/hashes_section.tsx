import type { PatchEvidence } from "../../../../client/patch.ts";
import { useState } from "preact/hooks";
import { counted } from "../../../../client/words.ts";
import type { Review } from "../../model/types.ts";
import type { HashCheck } from "../../model/patch_state.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { ReviewStore } from "../store/store.ts";

const CHECKS: Record<HashCheck | "awaited", string> = {
  awaited: "computing in this browser",
  matches: "computed in this browser: matches",
  differs: "computed in this browser: differs",
  unchecked: "not computed: a browser computes hashes only on this machine or over HTTPS",
};

/** The hashes that the decision applies to. */
export function HashesSection({ store, review, bundle }: {
  store: ReviewStore;
  review: Review;
  bundle: PatchEvidence | null;
}) {
  const { approval } = review;
  const patch = store.patch.value;
  const checked = patch.status === "shown"
    ? patch
    : patch.status === "loading"
    ? { patch: "awaited", digest: "awaited" } as const
    : null;
  return (
    <>
      <dl class="hashes">
        {bundle && <Hash name="Patch" value={bundle.patchSha256} check={checked?.patch} />}
        <Hash
          name={`Evidence digest of ${counted(approval.evidence.length, "piece")}`}
          value={approval.evidenceDigest}
          check={checked?.digest}
        />
        {bundle && <Hash name="Base commit" value={bundle.baseCommit} />}
      </dl>
      <details>
        <summary>Each piece of evidence</summary>
        <dl class="hashes">
          {approval.evidence.map(({ id, path, sha256 }) => <Hash key={id} name={path} value={sha256} />)}
        </dl>
      </details>
      {bundle && <FileHashes bundle={bundle} />}
    </>
  );
}

function Hash(
  { name, value, check }: { name: string; value: string; check?: keyof typeof CHECKS | undefined },
) {
  return (
    <div>
      <ShownText as="dt" text={name} />
      <dd>
        <code class="hash">{value}</code>
        {check && <span class={`hash-check hash-check-${check}`}>{CHECKS[check]}</span>}
      </dd>
    </div>
  );
}

/** Thousands of files are listed only on request. */
function FileHashes({ bundle }: { bundle: PatchEvidence }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Each file before and after</summary>
      {open && (
        <div class="hashes-long" role="region" aria-label="Hashes of each file" tabIndex={0}>
          <dl class="hashes">
            {bundle.files.map(({ id, path, before, after }) => (
              <div key={id}>
                <ShownText as="dt" text={path} />
                <dd>
                  <code class="hash">{before?.sha256 ?? "did not exist"}</code>
                  <code class="hash">{after?.sha256 ?? "is deleted"}</code>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </details>
  );
}

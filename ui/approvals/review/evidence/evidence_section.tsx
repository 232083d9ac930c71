import type { PatchEvidence } from "../../../../client/patch.ts";
import { Badge } from "../../../kit/badge.tsx";
import { Time } from "../../../kit/text/time.tsx";
import type { Review } from "../../model/types.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { ReviewStore } from "../store/store.ts";
import { EvidenceText } from "./evidence_text.tsx";

const OUTCOMES = {
  passed: { word: "passed", tone: "good" },
  failed: { word: "failed", tone: "bad" },
  not_verified: { word: "not verified", tone: "warning" },
} as const;

const BEFORE = {
  passed: { word: "passed", tone: "neutral" },
  failed: { word: "failed", tone: "neutral" },
  not_run: { word: "not run", tone: "neutral" },
} as const;

/** Returns the meaning of the verifier's results before and after the change. */
function meaningOf({ outcome, base, newFailures }: NonNullable<Review["evaluation"]>): string {
  if (base === "not_run") return "";
  if (outcome === "passed") {
    return base === "failed" ? "This change makes it pass." : "So it says nothing about this change.";
  }
  if (base === "passed") return "This change makes it fail.";
  if (!newFailures) return "";
  return newFailures.length === 0 ? "Nothing new fails." : `New: ${newFailures.slice(0, 5).join(", ")}`;
}

/** The evidence: the reader's progress, and the verifier's result. */
export function EvidenceSection({ store, review, bundle }: {
  store: ReviewStore;
  review: Review;
  bundle: PatchEvidence | null;
}) {
  const output = review.approval.evidence.find(({ kind }) => kind === "verifier-output");
  return (
    <>
      {bundle && <ViewedCount store={store} bundle={bundle} />}
      {review.evaluation && (
        <p>
          <Badge tone={OUTCOMES[review.evaluation.outcome].tone}>
            Verifier: {OUTCOMES[review.evaluation.outcome].word}
          </Badge>{" "}
          {review.evaluation.command && <ShownText as="code" text={review.evaluation.command} />}{" "}
          <span class="hint small">{timing(review.evaluation)}</span>
        </p>
      )}
      {review.evaluation?.verifiedBefore && (
        <ShownText as="p" class="hint small" text={review.evaluation.detail} />
      )}
      {review.evaluation?.base && (
        <p>
          Before the change:{" "}
          <Badge tone={BEFORE[review.evaluation.base].tone}>
            {BEFORE[review.evaluation.base].word}
          </Badge>{" "}
          <span class="hint small">{meaningOf(review.evaluation)}</span>
        </p>
      )}
      {review.evaluation && <Confinement evaluation={review.evaluation} />}
      <p>
        Network: <ShownText text={review.network} />
      </p>
      {output && (
        <EvidenceText
          store={store}
          review={review}
          path={output.path}
          label="Output of the verifier"
          printed
        />
      )}
      <Story review={review} />
    </>
  );
}

/** The confinement of the verifier, if it was recorded. */
function Confinement({ evaluation }: { evaluation: object }) {
  const held = "confinement" in evaluation ? evaluation.confinement : null;
  if (typeof held !== "object" || held === null || !("detail" in held)) return null;
  return (
    <p class="hint small">
      The verifier ran <ShownText text={String(held.detail)} />
    </p>
  );
}

/** The latest events of the run, newest last. */
function Story({ review: { relatedTraceEvents } }: { review: Review }) {
  if (relatedTraceEvents.length === 0) return null;
  return (
    <details>
      <summary>Steps</summary>
      <ol class="story">
        {relatedTraceEvents.map(({ id, at, summary }) => (
          <li key={id}>
            <Time at={at} /> <ShownText text={summary} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function ViewedCount({ store, bundle }: { store: ReviewStore; bundle: PatchEvidence }) {
  const viewed = bundle.files.filter(({ id }) => store.viewed.value.has(id)).length;
  const all = bundle.files.length;
  return (
    <p class="viewed-count">
      <progress value={viewed} max={all} aria-label="Files viewed" />
      <span>
        {viewed === all ? "You viewed every file." : `You viewed ${viewed} of ${all} files.`}
      </span>
    </p>
  );
}

function timing({ exitCode, durationMilliseconds }: NonNullable<Review["evaluation"]>): string {
  const parts = [
    exitCode === undefined ? null : `exit code ${exitCode}`,
    durationMilliseconds === undefined ? null : `${(durationMilliseconds / 1000).toFixed(1)} s`,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

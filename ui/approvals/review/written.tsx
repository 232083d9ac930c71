import type { PatchEvidence } from "../../../client/patch.ts";
import { otherSubject } from "../../../client/approval_subject.ts";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/text/code.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import { editorLink, nextLines } from "../model/next_lines.ts";
import type { BundleFile, Review } from "../model/types.ts";
import { ChangeBadge, LineCounts } from "./diff/change_badge.tsx";
import { useSignal } from "@preact/signals";
import { keepableOf, keepableWords, undoKeeping } from "../../../client/keep_default.ts";

/** The maximum number of files listed below the outcome; the rest are in the diff. */
const MAX_LISTED = 20;

/** The applied changes, and the next steps with them. */
export function Written({ review, bundle }: { review: Review; bundle: PatchEvidence }) {
  const { target, delivery } = review;
  const files = bundle.files.slice(0, MAX_LISTED);
  const more = bundle.files.length - files.length;
  const root = target && !delivery ? target.root : null;
  return (
    <>
      <dl class="next-lines">
        {nextLines(review).map(({ what, line }) => (
          <div key={line}>
            <dt>{what}</dt>
            <dd>
              <Copy text={line} what={`the line: ${what}`} />
            </dd>
          </div>
        ))}
      </dl>
      <ul class="written-files">
        {files.map((file) => (
          <li key={file.id}>
            <ChangeBadge file={file} rename={undefined} /> <Opened file={file} root={root} />{" "}
            <LineCounts file={file} />
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      {!otherSubject(review.approval) && <KeepDefault runId={review.approval.runId} />}
      {root !== null && !otherSubject(review.approval) && <UndoButton runId={review.approval.runId} />}
    </>
  );
}

/** A button that creates a review of the reverse patch, and opens it. */
function UndoButton({ runId }: { runId: string }) {
  const { call, navigate, places, toasts } = useFrame();
  const undo = async () => {
    const asked = await toasts.attempt(
      () => call("POST /runs/:id/undo", { params: { id: runId } }),
      () => "The reverse patch is waiting for your decision.",
    );
    if (asked) navigate(places.pathOf(asked.id));
  };
  return <Button onPress={() => undo()}>Undo …</Button>;
}

/** The path of a file, as a link that opens it in the editor where it is on this machine's disk. */
function Opened({ file, root }: { file: BundleFile; root: string | null }) {
  const path = <ShownText text={file.path} />;
  if (root === null || file.change === "deleted") return path;
  return <a href={editorLink(root, file.path)} title="Open in the editor">{path}</a>;
}

/** Offers to keep the verifier and the worker that were named for a run alone, once it was applied. Nothing is kept unasked. */
function KeepDefault({ runId }: { runId: string }) {
  const { call, toasts } = useFrame();
  const done = useSignal(false);
  const keepable = useResource(
    async ({ call }) => {
      const run = await call("GET /runs/:id", { params: { id: runId } });
      const defaults = await call("GET /repositories/defaults", { query: { repoPath: run.repoPath } });
      return { found: keepableOf(run, defaults), defaults };
    },
    () => false,
    runId,
  );
  const { found, defaults } = keepable.value.value ?? {};
  if (!found || !defaults) return null;
  const words = keepableWords(found);
  const keep = async () => {
    const kept = await toasts.attempt(
      () => call("POST /repositories/defaults", { body: found }),
      () => `From now on ${words} is the default of this repository.`,
    );
    if (kept) done.value = true;
  };
  const undo = async () => {
    const undone = await toasts.attempt(
      () => call("POST /repositories/defaults", { body: undoKeeping(found, defaults) }),
      () => "The defaults are as before.",
    );
    if (undone) done.value = false;
  };
  if (done.value) {
    return (
      <p>
        The default of this repository: <ShownText text={words} />.{" "}
        <Button small onPress={() => undo()}>Undo</Button>
      </p>
    );
  }
  return (
    <p>
      For this run alone: <ShownText text={words} />.{" "}
      <Button small onPress={() => keep()}>Keep as default</Button>
    </p>
  );
}

import { useEffect, useState } from "preact/hooks";
import { DiffText } from "../../kit/text/diff_text.tsx";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import type { Review } from "../model/types.ts";
import { EvidenceText } from "./evidence/evidence_text.tsx";
import type { ReviewStore } from "./store/store.ts";

type QuestionProps = { store: ReviewStore; review: Review };

/** The question of a worker: a command line with its directory, or the diff of an edit. The whole text is below it. */
export function Question({ store, review }: QuestionProps) {
  const { asks, evidence } = review.approval;
  const asWhole = asks?.command === undefined && asks?.kind !== "edit";
  return (
    <>
      {asks?.command !== undefined && <CommandLine command={asks.command} directory={asks.directory} />}
      {asks?.kind === "edit" && <Edit store={store} review={review} />}
      {evidence.map(({ id, path, summary }) => (
        <EvidenceText key={id} store={store} review={review} path={path} label={summary} open={asWhole} />
      ))}
    </>
  );
}

function CommandLine({ command, directory }: { command: string; directory: string | undefined }) {
  return (
    <figure class="command-line">
      <figcaption class="hint small">
        {directory
          ? (
            <>
              In <code>{<ShownText text={directory} />}</code>
            </>
          )
          : "At the top of the worktree"}
      </figcaption>
      <pre class="code code-wrap" tabIndex={0} role="region" aria-label="The command"><code>
        <span class="command-prompt" aria-hidden="true">$ </span><ShownLines text={command} />
      </code></pre>
    </figure>
  );
}

/** Matches the start of a diff in a question. The text above it is an explanation. */
const DIFF = /^(?:diff --git |--- )/m;

function Edit({ store, review: { approval } }: QuestionProps) {
  const [text, setText] = useState<string | null>(null);
  const path = approval.evidence[0]?.path ?? "";
  useEffect(() => {
    let current = true;
    store.readText(approval, path).then((read) => current && setText(read));
    return () => void (current = false);
  }, [approval.id, path]);
  if (text === null) return <p class="hint">Loading …</p>;
  const at = text.search(DIFF);
  return at < 0 ? null : <DiffText text={text.slice(at)} label="The edit" />;
}

import { useEffect, useState } from "preact/hooks";
import type { Review } from "../../model/types.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import type { ReviewStore } from "../store/store.ts";

/** The maximum number of lines of a long text: the last ones, which contain the failure. */
const MAX_LINES = 400;

/** The maximum length of a line: a program may print a megabyte without a line feed. */
const MAX_LINE_LENGTH = 4000;
/** Terminal escape sequences for colours. */
// deno-lint-ignore no-control-regex
const COLOURS = /\u001b\[[\d;:]*m/g;

type EvidenceTextProps = {
  store: ReviewStore;
  review: Review;
  path: string;
  label: string;
  open?: boolean;
  /** The text is terminal output: its colours are removed, everything else stays visible. */
  printed?: boolean;
};

/** A text of the evidence, loaded when it is opened, and only ever shown as text. */
export function EvidenceText(
  { store, review, path, label, open = false, printed = false }: EvidenceTextProps,
) {
  const [wanted, setWanted] = useState(open);
  const [text, setText] = useState<string | null>(null);
  const { approval } = review;
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    store.readText(approval, path).then((read) => {
      if (current) setText(printed ? read.replace(COLOURS, "") : read);
    });
    return () => void (current = false);
  }, [wanted, approval.id, path]);
  return (
    <details
      class="evidence-text"
      open={wanted}
      onToggle={(event) => setWanted(event.currentTarget.open)}
    >
      <summary>{label}</summary>
      {text === null ? <p class="hint">Loading …</p> : <TextLines text={text} label={label} />}
    </details>
  );
}

function TextLines({ text, label }: { text: string; label: string }) {
  const lines = text.replace(/\n$/, "").split("\n");
  const left = Math.max(0, lines.length - MAX_LINES);
  return (
    <>
      {left > 0 && (
        <p class="hint">
          {left.toLocaleString("en")} earlier lines are not shown. The artifact has the full text.
        </p>
      )}
      <TextBlock label={label} lines={lines.slice(left)} />
    </>
  );
}

/** Unformatted text, line by line, in a separate field that scrolls. */
export function TextBlock({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <div class="text-block" role="region" aria-label={label} tabIndex={0}>
      {lines.map((line, i) => <ShownText key={i} as="div" class="text-line" text={cutLine(line)} />)}
    </div>
  );
}

const cutLine = (line: string): string =>
  line.length > MAX_LINE_LENGTH
    ? `${line.slice(0, MAX_LINE_LENGTH)} … and ${
      (line.length - MAX_LINE_LENGTH).toLocaleString("en")
    } more characters`
    : line;

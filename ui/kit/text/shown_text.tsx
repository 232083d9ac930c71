import { Fragment } from "preact";
import { type HiddenRange, hiddenRanges } from "./hidden.ts";
import { piecesOf } from "./pieces.ts";

/** The replacement of a character that is deceptive or invisible. */
export function HiddenMark({ range, text }: { range: HiddenRange; text: string }) {
  const shown = range.kind === "lookalike" ? text : range.label;
  return (
    <span class={`hidden-mark hidden-mark-${range.kind}`} title={`${range.name} (${range.label})`}>
      {shown}
    </span>
  );
}

/** Untrusted text with hidden characters visible: names, notes, sentences. */
export function ShownText({ text }: { text: string }) {
  const hidden = hiddenRanges(text);
  if (hidden.length === 0) return <>{text}</>;
  return (
    <bdi>
      {piecesOf(text, { hidden }).map((piece, i) =>
        piece.hidden ? <HiddenMark key={i} range={piece.hidden} text={piece.text} /> : piece.text
      )}
    </bdi>
  );
}

/** The same for a text of several lines. Line breaks are not marked. */
export function ShownLines({ text }: { text: string }) {
  const lines = text.split(/\r?\n/);
  if (lines.every((line) => hiddenRanges(line).length === 0)) return <>{text}</>;
  return (
    <>
      {lines.map((line, i) => (
        <Fragment key={i}>
          {i > 0 && "\n"}
          <ShownText text={line} />
        </Fragment>
      ))}
    </>
  );
}

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

type ShownProps = {
  text: string;
  /** The element around it; none by default. */
  as?:
    | "code"
    | "dd"
    | "del"
    | "div"
    | "dt"
    | "h2"
    | "ins"
    | "li"
    | "mark"
    | "p"
    | "q"
    | "span"
    | "strong"
    | "summary";
  class?: string;
};

/** Untrusted text with hidden characters visible: names, notes, sentences. */
export function ShownText({ text, as, ...rest }: ShownProps) {
  const Around = as ?? Fragment;
  const hidden = hiddenRanges(text);
  if (hidden.length === 0) return <Around {...rest}>{text}</Around>;
  return (
    <Around {...rest}>
      <bdi>
        {piecesOf(text, { hidden }).map((piece, i) =>
          piece.hidden ? <HiddenMark key={i} range={piece.hidden} text={piece.text} /> : piece.text
        )}
      </bdi>
    </Around>
  );
}

/** The same for a text of several lines. Line breaks are not marked. */
export function ShownLines({ text, as, ...rest }: ShownProps) {
  const Around = as ?? Fragment;
  const lines = text.split(/\r?\n/);
  if (lines.every((line) => hiddenRanges(line).length === 0)) return <Around {...rest}>{text}</Around>;
  return (
    <Around {...rest}>
      {lines.map((line, i) => (
        <Fragment key={i}>
          {i > 0 && "\n"}
          <ShownText text={line} />
        </Fragment>
      ))}
    </Around>
  );
}

import { useState } from "preact/hooks";
import { layersOf } from "../../diff/layers.ts";
import type { DiffHunk, DiffLine } from "../../model/patch.ts";
import { type Piece, piecesOf } from "../../../kit/text/pieces.ts";
import { HiddenMark } from "../../../kit/text/shown_text.tsx";

/** The maximum length of a line before it is cut: a minified file is one line of a million characters. */
const MAX_SHOWN_LENGTH = 2000;

/** The text of a diff line: colours, changed words and visible hidden characters, each as a separate text. */
export function Code({ path, hunk, line }: { path: string; hunk: DiffHunk; line: DiffLine }) {
  const [whole, setWhole] = useState(false);
  const text = line.text.endsWith("\r") ? line.text.slice(0, -1) : line.text;
  const cut = !whole && text.length > MAX_SHOWN_LENGTH;
  const shown = cut ? text.slice(0, MAX_SHOWN_LENGTH) : text;
  return (
    <>
      <code class="diff-code">
        {piecesOf(shown, clipped(layersOf(path, hunk, line), shown.length)).map((piece, i) => (
          <CodePiece key={i} piece={piece} />
        ))}
        {line.text.length > text.length && <span class="diff-line-end" title="carriage return">CR</span>}
      </code>
      {cut && (
        <button type="button" class="link-button" onClick={() => setWhole(true)}>
          Show {(text.length - MAX_SHOWN_LENGTH).toLocaleString("en")} more characters
        </button>
      )}
      {line.endsFile && <span class="diff-no-newline">No newline at end of file</span>}
    </>
  );
}

function CodePiece({ piece: { text, scope, changed, hidden } }: { piece: Piece }) {
  if (hidden) return <HiddenMark range={hidden} text={text} />;
  if (!scope && !changed) return <>{text}</>;
  const classes = [changed && "diff-changed", scope && `syntax-${scope.split(".")[0]}`].filter(Boolean);
  return <span class={classes.join(" ")}>{text}</span>;
}

/** Returns the annotations of the shown part of a line. */
function clipped(layers: ReturnType<typeof layersOf>, length: number): ReturnType<typeof layersOf> {
  const within = <R extends { start: number; end: number }>(ranges: readonly R[] | undefined) =>
    ranges?.filter(({ start }) => start < length).map((range) =>
      range.end > length ? { ...range, end: length } : range
    );
  return {
    tokens: within(layers.tokens),
    changes: within(layers.changes),
    hidden: within(layers.hidden),
  };
}

import type { ComponentChildren } from "preact";
import type { DiffHunk, DiffLine } from "../../model/patch.ts";
import { Code } from "./code.tsx";
import type { Row } from "./rows.ts";
import type { ReviewView } from "./view.ts";

const SIGNS = { added: "+", removed: "−", context: " " } as const;

type LineRowProps = { view: ReviewView; path: string; row: Row & { kind: "line" } };

/** A line with both of its numbers. */
export function LineRow({ view, path, row }: LineRowProps) {
  const { line, hunk } = row;
  return (
    <div class={`diff-line diff-line-${line.kind}`}>
      <Remark view={view} row={row} />
      <span class="diff-number">{line.oldNumber}</span>
      <span class="diff-number">{line.newNumber}</span>
      <span class="diff-sign">{SIGNS[line.kind]}</span>
      <span class="diff-text">
        <Code path={path} hunk={hunk} line={line} />
      </span>
    </div>
  );
}

/** A removed and an added line, side by side. */
export function PairRow({ view, path, row }: Omit<LineRowProps, "row"> & { row: Row & { kind: "pair" } }) {
  const { left, right, hunk } = row;
  return (
    <div class="diff-pair">
      <Half path={path} hunk={hunk} line={left} number={left?.oldNumber}>
        <Remark view={view} row={row} before />
      </Half>
      <Half path={path} hunk={hunk} line={right} number={right?.newNumber}>
        <Remark view={view} row={row} />
      </Half>
    </div>
  );
}

type HalfProps = {
  path: string;
  hunk: DiffHunk;
  line: DiffLine | null;
  number: number | null | undefined;
  children: ComponentChildren;
};

function Half({ path, hunk, line, number, children }: HalfProps) {
  if (!line) return <div class="diff-half diff-half-empty" />;
  return (
    <div class={`diff-half diff-line-${line.kind}`}>
      {children}
      <span class="diff-number">{number}</span>
      <span class="diff-sign">{SIGNS[line.kind]}</span>
      <span class="diff-text">
        <Code path={path} hunk={hunk} line={line} />
      </span>
    </div>
  );
}

/** For the mouse only: the keyboard has a shortcut, and a tab stop at every line would be in the way. */
function Remark({ view, row, before = false }: { view: ReviewView; row: Row; before?: boolean }) {
  if (!view.takesRemarks) return null;
  return (
    <button
      type="button"
      class="remark-button"
      tabIndex={-1}
      aria-label="Comment on this line"
      onClick={() => view.compose(row, before)}
    >
      +
    </button>
  );
}

import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { randomKey } from "../../../../client/random_key.ts";
import type { DiffLine, FileDiff } from "../../model/patch.ts";
import type { DiffStore } from "./diff_store.ts";
import { type Anchor, placeOf, type Row } from "./rows.ts";

/** The comments on the lines of a patch, and the one in progress. */
export type Composing = {
  readonly composing: ReadonlySignal<Anchor | null>;
  /** Opens the field for a comment on a row; on its earlier content if `before` is set and that line exists. */
  compose: (row: Row, before?: boolean) => void;
  cancelComposing: () => void;
  addComment: (body: string) => void;
  removeComment: (id: string) => void;
};

/** Returns the comments on these diffs, none of which is in progress. */
export function createComposing(
  { comments, since }: DiffStore,
  diffs: ReadonlySignal<readonly FileDiff[]>,
): Composing {
  const composing = signal<Anchor | null>(null);
  return {
    composing,
    compose: (row, before = false) => {
      const line = lineAt(row, before);
      if (!line) return;
      const { side, number } = placeOf(line);
      // Since an earlier round, "before" is that round and not the repository's content.
      if (side === "before" && since.from.value !== null) return;
      composing.value = { fileIndex: row.fileIndex, side, line: number, quote: line.text };
    },
    cancelComposing: () => composing.value = null,
    addComment: (body) => {
      const anchor = composing.value;
      const path = anchor && diffs.value[anchor.fileIndex]?.file.path;
      if (!anchor || path === undefined || path === null || body.trim() === "") return;
      const { side, line, quote } = anchor;
      batch(() => {
        comments.value = [...comments.value, { id: randomKey(), path, side, line, quote, body: body.trim() }];
        composing.value = null;
      });
    },
    removeComment: (id) => comments.value = comments.value.filter((each) => each.id !== id),
  };
}

function lineAt(row: Row, before: boolean): DiffLine | null {
  if (row.kind === "line") return row.line;
  if (row.kind !== "pair") return null;
  return before ? row.left ?? row.right : row.right ?? row.left;
}

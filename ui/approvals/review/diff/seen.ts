import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { type FileToSee, seenFilesOf } from "../../../../client/seen.ts";
import { compareRenamed } from "../../diff/compare.ts";
import type { DiffHunk, FileDiff } from "../../model/patch.ts";
import { findRenames } from "../../model/renames.ts";
import { findEqual } from "../../model/same.ts";
import type { ReviewStore } from "../store/store.ts";
import type { Row } from "./rows.ts";

/**
 * Keeps in the store how many files of the whole patch were seen. `apart` are the paths that are not folded under an equal file.
 * Returns a function that takes the rows that are on the screen.
 */
export function createSeeing(
  { patch, seen, since }: Pick<ReviewStore, "patch" | "seen" | "since">,
  apart: ReadonlySignal<ReadonlySet<string>>,
): (rows: readonly Row[], diffs: readonly FileDiff[]) => void {
  const shown = signal<ReadonlySet<string>>(new Set());
  const files = computed(() => patch.value.status === "shown" ? toSee(patch.value.diffs, apart.value) : []);
  effect(() => void (seen.value = seenFilesOf(files.value, shown.value)));
  return (rows, diffs) => {
    // What is shown since an earlier round is part of another patch.
    if (since.from.peek() !== null) return;
    const parts = rows.flatMap((row) => partsOf(row, diffs[row.fileIndex]?.file.id ?? ""));
    if (parts.some((part) => !shown.peek().has(part))) shown.value = new Set([...shown.peek(), ...parts]);
  };
}

/** A removed line has its place before the change, an added one after it, in each layout. */
const partOf = (id: string, kind: string, oldNumber: number | null, newNumber: number | null): string =>
  `${id} ${kind === "removed" ? `-${oldNumber}` : `+${newNumber}`}`;

const headerOf = (id: string): string => `${id} header`;

function partsOf(row: Row, id: string): string[] {
  if (row.kind === "file") return [headerOf(id)];
  const lines = row.kind === "line" ? [row.line] : row.kind === "pair" ? [row.left, row.right] : [];
  return lines.filter((line) => line !== null && line.kind !== "context")
    .map((line) => partOf(id, line!.kind, line!.oldNumber, line!.newNumber));
}

const changed = (id: string, hunks: readonly DiffHunk[]): string[] =>
  hunks.flatMap(({ lines }) =>
    lines.filter(({ kind }) => kind !== "context")
      .map(({ kind, oldNumber, newNumber }) => partOf(id, kind, oldNumber, newNumber))
  );

/** Returns what has to be seen of each file: of a renamed one what was added to it, and of one without lines its header. */
function toSee(diffs: readonly FileDiff[], apart: ReadonlySet<string>): FileToSee<string>[] {
  const renames = new Map(
    findRenames(diffs).flatMap((rename) => [[rename.from, rename], [rename.to, rename]]),
  );
  const equal = findEqual(diffs, (path) => renames.has(path) || apart.has(path));
  const exampleOf = new Map(equal.flatMap(({ first, others }) => others.map((other) => [other, first])));
  const byPath = new Map(diffs.map((diff) => [diff.file.path, diff]));
  return diffs.map((diff, index) => {
    const { id, path } = diff.file;
    const rename = renames.get(path);
    const from = rename && rename.from !== path ? byPath.get(rename.from) : undefined;
    const lines = !rename
      ? changed(id, diff.hunks)
      : from
      ? changed(id, compareRenamed(from, diff)).filter((part) => part.startsWith(`${id} +`))
      : [];
    const example = exampleOf.get(index);
    return {
      id,
      path,
      parts: lines.length > 0 ? lines : [headerOf(id)],
      like: example === undefined ? undefined : diffs[example]!.file.id,
    };
  });
}

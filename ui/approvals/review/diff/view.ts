import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { toggled } from "../../../../client/accepted_hunks.ts";
import type { FileDiff } from "../../model/patch.ts";
import { carryRemarks } from "../../model/carried.ts";
import { inReviewOrder } from "../../../../client/review_order.ts";
import { findRenames, type Rename } from "../../model/renames.ts";
import { besideEqual, findEqual } from "../../model/same.ts";
import { type Composing, createComposing } from "./composing.ts";
import { buildRows, type DiffLayout, type Row } from "./rows.ts";
import { createSeeing } from "./seen.ts";
import type { DiffStore } from "./diff_store.ts";

/** A request to scroll the rows; a new object each time, so that the same row can be requested again. */
type ScrollRequest = { index: number; align: "start" | "auto" | "center" };

/** The state of reading a patch: what is open, the cursor, and the comment in progress. */
export type ReviewView = Composing & {
  readonly layout: Signal<DiffLayout>;
  /** Whether lines can be commented on. */
  readonly takesRemarks: boolean;
  readonly diffs: ReadonlySignal<readonly FileDiff[]>;
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly renames: ReadonlySignal<ReadonlyMap<string, Rename>>;
  readonly folded: ReadonlySignal<ReadonlySet<number>>;
  readonly cursor: ReadonlySignal<string | null>;
  readonly scroll: ReadonlySignal<ScrollRequest | null>;
  /** The row under the cursor. */
  readonly current: ReadonlySignal<Row | null>;
  /** Takes rows that are on the screen. */
  saw: (rows: readonly Row[]) => void;
  setCursor: (key: string) => void;
  moveBy: (steps: 1 | -1, stops: (row: Row) => boolean) => void;
  goToFile: (fileIndex: number) => void;
  toggleFold: (fileIndex: number) => void;
  load: (fileIndex: number) => void;
  /** Shows the changes since the checkpoint of an earlier round; null for the whole change. */
  showSince: (from: string | null) => void;
  /** Shows all lines of a renamed file instead of only the differences. */
  showWhole: (fileIndex: number) => void;
  toggleViewed: (fileIndex: number) => void;
  /** Marks files with the same changes as viewed, or unmarks them if all are. */
  toggleViewedAll: (fileIndices: readonly number[]) => void;
  /** Shows each of the files that have the same changes as this one. */
  showEqual: (fileIndex: number) => void;
  toggleHunks: (ids: readonly string[]) => void;
};

/** Returns the view of a patch, in the layout that its reader used last. */
export function createReviewView(
  store: DiffStore,
  layout: Signal<DiffLayout>,
  { takesRemarks = true } = {},
): ReviewView {
  const shown = computed(() => {
    if (store.since.from.value === null) return store.patch.value;
    return store.since.state.value;
  });
  const diffs = computed(() =>
    shown.value.status === "shown" ? besideEqual(inReviewOrder(shown.value.diffs, ({ file }) => file)) : []
  );
  const apart = signal<ReadonlySet<string>>(new Set());
  const folded = signal<ReadonlySet<number>>(new Set());
  const loaded = signal<ReadonlySet<number>>(new Set());
  const whole = signal<ReadonlySet<number>>(new Set());
  const saw = createSeeing(store, apart);
  const cursor = signal<string | null>(null);
  const remarks = createComposing(store, diffs);
  const scroll = signal<ScrollRequest | null>(null);
  const renames = computed(() => {
    const found = findRenames(diffs.value);
    return new Map(found.flatMap((rename) => [[rename.from, rename], [rename.to, rename]]));
  });
  const equal = computed(() =>
    new Map(
      findEqual(diffs.value, (path) => renames.value.has(path) || apart.value.has(path))
        .map(({ first, others }) => [first, others]),
    )
  );
  const rows = computed(() =>
    buildRows(diffs.value, {
      layout: layout.value,
      folded: folded.value,
      loaded: loaded.value,
      whole: whole.value,
      renames: renames.value,
      comments: store.comments.value,
      carried: carryRemarks(store.review.value?.rounds ?? [], diffs.value),
      equal: equal.value,
      composing: remarks.composing.value,
    })
  );
  const places = computed(() => new Map(rows.value.map(({ key }, index) => [key, index])));
  const current = computed(() => {
    const index = cursor.value === null ? undefined : places.value.get(cursor.value);
    return index === undefined ? null : rows.value[index] ?? null;
  });

  const goTo = (index: number, align: ScrollRequest["align"]) =>
    batch(() => {
      cursor.value = rows.value[index]?.key ?? null;
      scroll.value = { index, align };
    });

  const showEqual = (fileIndex: number) => {
    const all = [fileIndex, ...equal.value.get(fileIndex) ?? []];
    apart.value = new Set([...apart.value, ...all.map((index) => diffs.value[index]!.file.path)]);
  };

  const goToFile = (fileIndex: number) => {
    for (const [first, others] of equal.value) if (others.includes(fileIndex)) showEqual(first);
    const index = places.value.get(`f${fileIndex}`);
    if (index !== undefined) goTo(index, "start");
  };

  const toggleFold = (fileIndex: number) => folded.value = flipped(folded.value, fileIndex);

  return {
    ...remarks,
    layout,
    takesRemarks,
    diffs,
    rows,
    renames,
    folded,
    cursor,
    scroll,
    current,
    saw: (rows) => saw(rows, diffs.value),
    setCursor: (key) => cursor.value = key,
    moveBy: (steps, stops) => {
      const from = cursor.value === null ? (steps > 0 ? -1 : 0) : places.value.get(cursor.value) ?? -1;
      for (let index = from + steps; index >= 0 && index < rows.value.length; index += steps) {
        const row = rows.value[index]!;
        if (stops(row)) return goTo(index, row.kind === "file" ? "start" : "auto");
      }
    },
    goToFile,
    toggleFold,
    load: (fileIndex) => loaded.value = new Set([...loaded.value, fileIndex]),
    showSince: (from) =>
      batch(() => {
        for (const places of [folded, loaded, whole]) places.value = new Set();
        cursor.value = null;
        remarks.cancelComposing();
        void store.since.show(from);
      }),
    showWhole: (fileIndex) => whole.value = new Set([...whole.value, fileIndex]),
    toggleViewed: (fileIndex) => {
      const id = diffs.value[fileIndex]?.file.id;
      if (id === undefined) return;
      const now = flipped(store.viewed.value, id);
      batch(() => {
        store.viewed.value = now;
        if (now.has(id) !== folded.value.has(fileIndex)) toggleFold(fileIndex);
        // The rows below the header are gone, so the cursor moves to the next content.
        if (cursor.value !== null && !places.value.has(cursor.value)) cursor.value = `f${fileIndex}`;
      });
    },
    toggleViewedAll: (fileIndices) => {
      const ids = fileIndices.map((index) => diffs.value[index]!.file.id);
      const all = ids.every((id) => store.viewed.value.has(id));
      const others = [...store.viewed.value].filter((id) => !ids.includes(id));
      store.viewed.value = new Set(all ? others : [...others, ...ids]);
    },
    showEqual,
    toggleHunks: (ids) => store.leftOut.value = toggled(store.leftOut.value, ids),
  };
}

/** Returns the set with one member toggled. */
function flipped<T>(set: ReadonlySet<T>, member: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

import { useMemo, useRef, useState } from "preact/hooks";
import { acceptanceOf } from "../../../../client/accepted_hunks.ts";
import { buildTree, type TreeRow, treeRows } from "../../model/file_tree.ts";
import { ChangeBadge, LineCounts } from "./change_badge.tsx";
import type { DiffParts } from "./file_row.tsx";
import { warningsOf } from "../../diff/notices.ts";
import { ShownText } from "../../../kit/text/shown_text.tsx";
import { useVirtualRows } from "../../../kit/lists/virtual_rows.ts";

const ROW_HEIGHT = 28;

/** The tree of the files in the patch: their changes, the viewed ones, and those with hidden characters. */
export function FileTreePanel({ store, view }: DiffParts) {
  const [filter, setFilter] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const diffs = view.diffs.value;
  const rows = useMemo(() => shownRows(diffs.map(({ file }) => file.path), filter, closed), [
    diffs,
    filter,
    closed,
  ]);
  const [active, setActive] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const { items, totalSize, measure, scrollTo } = useVirtualRows({
    count: rows.length,
    scroller,
    estimate: () => ROW_HEIGHT,
    keyOf: (index) => rows[index]?.node.path ?? String(index),
  });
  const open = (index: number) => {
    const node = rows[index]?.node;
    if (!node) return;
    setActive(index);
    if ("index" in node) view.goToFile(node.index);
    else setClosed(flip(closed, node.path));
  };
  const move = (index: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, index));
    setActive(target);
    scrollTo(target, "auto");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: rows.length,
    };
    const target = steps[event.key];
    if (target !== undefined) move(target);
    else if (event.key === "Enter" || event.key === " ") open(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <nav class="file-tree" aria-label="Files">
      <input
        type="search"
        class="input"
        placeholder="Filter files"
        aria-label="Filter files"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <div
        class="file-tree-scroller"
        ref={scroller}
        role="tree"
        aria-label="Changed files"
        tabIndex={0}
        aria-activedescendant={rows.length > 0 ? `tree-row-${active}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div class="diff-rows" role="none" style={{ height: `${totalSize}px` }}>
          <div class="diff-window" role="none" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map(({ index }) => {
              const row = rows[index];
              return row && (
                <TreeLine
                  key={row.node.path}
                  row={row}
                  index={index}
                  active={index === active}
                  open={!closed.has(row.node.path)}
                  store={store}
                  view={view}
                  measure={measure}
                  onOpen={() => open(index)}
                />
              );
            })}
          </div>
        </div>
      </div>
    </nav>
  );
}

type TreeLineProps = Omit<DiffParts, "picking"> & {
  row: TreeRow;
  index: number;
  active: boolean;
  open: boolean;
  measure: (element: HTMLElement | null) => void;
  onOpen: () => void;
};

function TreeLine({ row, index, active, open, store, view, measure, onOpen }: TreeLineProps) {
  const { node, depth, position, siblings } = row;
  const diff = "index" in node ? view.diffs.value[node.index] : undefined;
  const viewed = diff !== undefined && store.viewed.value.has(diff.file.id);
  return (
    <div
      id={`tree-row-${index}`}
      ref={measure}
      data-index={index}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={active}
      aria-expanded={diff ? undefined : open}
      class={viewed ? "tree-row tree-row-viewed" : "tree-row"}
      style={{ paddingInlineStart: `${8 + depth * 14}px` }}
      onClick={onOpen}
    >
      {diff
        ? (
          <>
            <ChangeBadge file={diff.file} rename={view.renames.value.get(diff.file.path)} />
            <ShownText as="span" class="tree-name" text={node.name} />
            {warningsOf(diff).length > 0 && (
              <span class="tree-warning" title={warningsOf(diff).join("\n")}>⚠</span>
            )}
            {acceptanceOf(diff.file, store.leftOut.value) !== "all" && <span class="hint">part</span>}
            {viewed
              ? (
                <span class="tree-viewed">
                  ✓<span class="visually-hidden">viewed</span>
                </span>
              )
              : <LineCounts file={diff.file} />}
          </>
        )
        : (
          <>
            <span aria-hidden="true">{open ? "▾" : "▸"}</span>
            <ShownText as="span" class="tree-name" text={node.name} />
          </>
        )}
    </div>
  );
}

/** Returns the rows of the tree, or, with a filter, the files whose path contains it. */
function shownRows(paths: readonly string[], filter: string, closed: ReadonlySet<string>): TreeRow[] {
  if (filter === "") return treeRows(buildTree(paths), closed);
  const wanted = filter.toLowerCase();
  const found = paths.flatMap((
    path,
    index,
  ) => (path.toLowerCase().includes(wanted) ? [{ path, index }] : []));
  return found.map(({ path, index }, i) => ({
    node: { name: path, path, index },
    depth: 0,
    position: i + 1,
    siblings: found.length,
  }));
}

function flip(set: ReadonlySet<string>, member: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

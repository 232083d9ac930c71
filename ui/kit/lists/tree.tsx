import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** An item of a tree, with its children. */
export type TreeItem = {
  id: string;
  content: ComponentChildren;
  /** Called by Enter or a click. */
  open?: (() => void) | undefined;
  children: readonly TreeItem[];
};

/** A tree with keyboard navigation: arrow keys, Home and End; Left closes an item, Right opens it. */
export function Tree({ label, items }: { label: string; items: readonly TreeItem[] }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const visible = visibleOf(items, closed, null);
  const current = visible.some(({ item }) => item.id === chosen) ? chosen : visible[0]?.item.id ?? null;
  const close = (id: string, isClosed: boolean) => {
    const next = new Set(closed);
    if (isClosed) next.add(id);
    else next.delete(id);
    setClosed(next);
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    const at = visible.findIndex(({ item }) => item.id === current);
    const { item, parent } = visible[at]!;
    const isOpen = item.children.length > 0 && !closed.has(item.id);
    const moves: Record<string, () => string | null | undefined> = {
      ArrowDown: () => visible[at + 1]?.item.id,
      ArrowUp: () => visible[at - 1]?.item.id,
      Home: () => visible[0]!.item.id,
      End: () => visible.at(-1)!.item.id,
      ArrowRight: () => isOpen ? item.children[0]!.id : void close(item.id, false),
      ArrowLeft: () => isOpen ? void close(item.id, true) : parent,
      Enter: () => void item.open?.(),
      " ": () => void item.open?.(),
    };
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const next = move();
    if (!next) return;
    setChosen(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`)?.focus();
  };
  const level = (within: readonly TreeItem[], depth: number): ComponentChildren =>
    within.map((item, i) => (
      <li key={item.id} role="none">
        <div
          class={item.open ? "tree-item tree-opens" : "tree-item"}
          role="treeitem"
          data-id={item.id}
          aria-level={depth}
          aria-posinset={i + 1}
          aria-setsize={within.length}
          aria-expanded={item.children.length > 0 ? (closed.has(item.id) ? "false" : "true") : undefined}
          tabIndex={item.id === current ? 0 : -1}
          onFocus={() => setChosen(item.id)}
          onClick={() => item.open ? item.open() : close(item.id, !closed.has(item.id))}
        >
          {item.content}
        </div>
        {item.children.length > 0 && !closed.has(item.id) && (
          <ul class="tree-group" role="group">{level(item.children, depth + 1)}</ul>
        )}
      </li>
    ));
  return <ul class="tree" role="tree" aria-label={label} onKeyDown={onKeyDown}>{level(items, 1)}</ul>;
}

type Visible = { item: TreeItem; parent: string | null };

/** Returns the visible items, from top to bottom. */
const visibleOf = (
  items: readonly TreeItem[],
  closed: ReadonlySet<string>,
  parent: string | null,
): Visible[] =>
  items.flatMap((item) => [
    { item, parent },
    ...closed.has(item.id) ? [] : visibleOf(item.children, closed, item.id),
  ]);

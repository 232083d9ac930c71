import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { type Direction, type Drawable, ITEM_HEIGHT, ITEM_WIDTH, layOut } from "./layout.ts";

/** A scrollable drawing of items: each is after its dependencies, to the right unless `direction` says below, connected by lines. */
export function Drawing<Item extends Drawable>({ label, items, direction, children }: {
  label: string;
  items: readonly Item[];
  direction?: Direction | undefined;
  /** Renders an item, as an element of class `graph-item`. */
  children: (item: Item) => ComponentChildren;
}) {
  const graph = useMemo(() => layOut(items, direction), [items, direction]);
  return (
    <div class="graph-scroller" tabIndex={0} role="region" aria-label={label}>
      <div class="graph" style={{ width: `${graph.width}px`, height: `${graph.height}px` }}>
        <svg class="graph-edges" width={graph.width} height={graph.height} aria-hidden="true">
          {graph.edges.map(({ id, path, done, back }) => (
            <path key={id} d={path} class={done ? "edge edge-done" : back ? "edge edge-back" : "edge"} />
          ))}
        </svg>
        <ul class="graph-items">
          {graph.items.map(({ item, x, y }) => (
            <li
              key={item.id}
              style={{ left: `${x}px`, top: `${y}px`, width: `${ITEM_WIDTH}px`, height: `${ITEM_HEIGHT}px` }}
            >
              {children(item)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useVirtualRows } from "./virtual_rows.ts";

/** Lets a caller scroll a row into view. */
export type VirtualHandle = { scrollTo: (index: number) => void };

/** A list of any length that renders only the visible rows. Rows are as high as their content. */
export function VirtualList({ count, keyOf, estimate, label, height, follow, handle, children }: {
  count: number;
  keyOf: (index: number) => string;
  /** The estimated height of a row, in pixels. */
  estimate: number;
  label: string;
  /** The height of the list, in CSS units. */
  height: string;
  /** Stays at the end while rows are added, unless the user has scrolled away. */
  follow?: boolean;
  handle?: { current: VirtualHandle | null };
  children: (index: number) => ComponentChildren;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const rows = useVirtualRows({ count, scroller, estimate: () => estimate, keyOf });
  useLayoutEffect(() => {
    if (follow && atEnd.current && count > 0) rows.scrollTo(count - 1, "end");
  }, [count, follow]);
  if (handle) handle.current = { scrollTo: (index) => rows.scrollTo(index, "center") };
  return (
    <div
      class="virtual"
      ref={scroller}
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ height }}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        atEnd.current = scrollHeight - scrollTop - clientHeight < estimate * 2}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${rows.totalSize}px` }}>
        {rows.items.map((item) => (
          <div
            key={item.key}
            class="virtual-row"
            role="listitem"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            data-index={item.index}
            ref={rows.measure}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}

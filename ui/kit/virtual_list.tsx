import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

/** What a caller may do with a list: bring a row into view. */
export type VirtualHandle = { scrollTo: (index: number) => void };

/** A list of which only what is in view is in the page, however long it is. Rows are as high as their content. */
export function VirtualList({ count, keyOf, estimate, label, height, follow, handle, children }: {
  count: number;
  keyOf: (index: number) => string;
  /** About how high a row is, in pixels. */
  estimate: number;
  label: string;
  /** The height of the window, as CSS has it. */
  height: string;
  /** Stays at the end while rows are added there, unless the person has scrolled away. */
  follow?: boolean;
  handle?: { current: VirtualHandle | null };
  children: (index: number) => ComponentChildren;
}) {
  const [, render] = useReducer((n: number) => n + 1, 0);
  const scroller = useRef<HTMLDivElement>(null);
  const held = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);
  const atEnd = useRef(true);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: 10,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => render(0),
  } as const;
  const virtualizer = held.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => {
    if (follow && atEnd.current && count > 0) virtualizer.scrollToIndex(count - 1, { align: "end" });
  }, [count, follow]);
  if (handle) handle.current = { scrollTo: (index) => virtualizer.scrollToIndex(index, { align: "center" }) };
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller.current!;
    atEnd.current = scrollHeight - scrollTop - clientHeight < estimate * 2;
  };
  return (
    <div
      class="virtual"
      ref={scroller}
      role="list"
      aria-label={label}
      tabIndex={0}
      style={{ height }}
      onScroll={onScroll}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            class="virtual-row"
            role="listitem"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            data-index={item.index}
            ref={virtualizer.measureElement}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {children(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from "@tanstack/virtual-core";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

/** A list that renders only the visible rows. */
type VirtualRows = {
  items: readonly VirtualItem[];
  totalSize: number;
  /** The ref of each row's element, which also needs `data-index`: rows are as high as their content. */
  measure: (element: HTMLElement | null) => void;
  scrollTo: (index: number, align: "start" | "auto" | "center" | "end") => void;
  /** The first visible row. */
  firstIndex: number;
};

/** The rows of a virtual list. A measured height belongs to the key of its row. */
type VirtualOptions = {
  count: number;
  scroller: { current: HTMLElement | null };
  estimate: (index: number) => number;
  keyOf: (index: number) => string;
};

/** Returns the visible rows, however many there are. */
export function useVirtualRows({ count, scroller, estimate, keyOf }: VirtualOptions): VirtualRows {
  const [, render] = useReducer((n: number) => n + 1, 0);
  const held = useRef<Virtualizer<HTMLElement, HTMLElement> | null>(null);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: estimate,
    getItemKey: keyOf,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => render(0),
  } as const;
  const virtualizer = held.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  const items = virtualizer.getVirtualItems();
  return {
    items,
    totalSize: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (index, align) => virtualizer.scrollToIndex(index, { align }),
    firstIndex: virtualizer.range?.startIndex ?? 0,
  };
}

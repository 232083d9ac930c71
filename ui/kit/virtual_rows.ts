import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from "@tanstack/virtual-core";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

/** A list of which only what is in view is in the page. */
export type VirtualRows = {
  items: readonly VirtualItem[];
  totalSize: number;
  /** Set on each row's element, beside `data-index`: rows are as high as their text needs. */
  measure: (element: HTMLElement | null) => void;
  scrollTo: (index: number, align: "start" | "auto" | "center" | "end") => void;
  /** The first row in view. */
  firstIndex: number;
};

/** What a list of rows is made of; keys stay with their rows, so that measured heights do. */
export type VirtualOptions = {
  count: number;
  scroller: { current: HTMLElement | null };
  estimate: (index: number) => number;
  keyOf: (index: number) => string;
};

/** Keeps the rows in view rendered, and no others, however many there are. */
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

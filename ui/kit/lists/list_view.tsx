import type { ComponentChildren } from "preact";
import { Banner } from "../banner.tsx";
import { Skeleton } from "../skeleton.tsx";

/** The state of a list, and how each state is shown. */
export type ListViewProps<Item> = {
  /** Null until the first response. */
  items: readonly Item[] | null;
  problem: string | null;
  /** The number of placeholder lines while items load. */
  lines: number;
  /** The label of the placeholder, for screen readers. */
  loading?: string;
  /** Shown between a problem and the list, such as its filters. */
  bar?: ComponentChildren;
  /** Shown for an empty list: why it is empty, and what to do about it. */
  empty: ComponentChildren;
  children: (items: readonly Item[]) => ComponentChildren;
};

/** A list in its state: why it could not be read, a placeholder while it loads, why it is empty, or its items. */
export function ListView<Item>(
  { items, problem, lines, loading, bar, empty, children }: ListViewProps<Item>,
) {
  return (
    <>
      {problem && <Banner tone={items === null ? "bad" : "warning"}>{problem}</Banner>}
      {bar}
      {items === null
        ? !problem && <Skeleton lines={lines} label={loading} />
        : items.length === 0
        ? empty
        : children(items)}
    </>
  );
}

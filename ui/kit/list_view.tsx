import type { ComponentChildren } from "preact";
import { Banner } from "./banner.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The state of a list, and how each state is shown. */
export type ListViewProps<Item> = {
  /** Null until the first answer is there. */
  items: readonly Item[] | null;
  problem: string | null;
  /** The number of placeholder lines while items load. */
  lines: number;
  /** What is being read, for a screen reader. */
  loading?: string;
  /** Shown between a problem and the list, such as its filters. */
  bar?: ComponentChildren;
  /** Why there are no items, and what to do about it. */
  empty: ComponentChildren;
  children: (items: readonly Item[]) => ComponentChildren;
};

/**
 * A list as far as it is known: why it could not be read, the shape of what is coming, why there is nothing, or the items.
 */
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

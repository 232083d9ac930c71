import type { ComponentChildren } from "preact";
import { Banner } from "../banner.tsx";
import { Skeleton } from "../skeleton.tsx";
import { ListEnd } from "./list_end.tsx";
import type { Pages } from "./listing.ts";

/** What is shown: a list that is read in pages, or items that are read at once, null until the first response. */
type Content<Item> = { list: Pages<Item> } | { items: readonly Item[] | null; problem: string | null };

/** The content of a list, and how each of its states is shown. */
export type ListProps<Item> = Content<Item> & {
  /** The number of placeholder lines while items load. */
  lines: number;
  /** The label of the placeholder, for screen readers. */
  loading?: string;
  /** Shown between a problem and the list, such as its filters. */
  bar?: ComponentChildren;
  /** Shown for an empty list: why it is empty, and what to do about it. */
  empty: ComponentChildren;
};

type Props<Item> = ListProps<Item> & { children: (items: readonly Item[]) => ComponentChildren };

/**
 * A list in its state: why it could not be read, a placeholder while it loads, why it is empty, or its items; below those
 * that are read in pages, a button for more.
 */
export function ListView<Item>({ lines, loading, bar, empty, children, ...content }: Props<Item>) {
  const pages = "list" in content ? content.list : null;
  const { items, problem } = "list" in content
    ? { items: content.list.items.value, problem: content.list.problem.value }
    : content;
  return (
    <>
      {problem && <Banner tone={items === null ? "bad" : "warning"}>{problem}</Banner>}
      {bar}
      {items === null
        ? !problem && <Skeleton lines={lines} label={loading} />
        : items.length === 0
        ? empty
        : children(items)}
      {pages && <ListEnd pages={pages} />}
    </>
  );
}

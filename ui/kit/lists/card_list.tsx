import type { ComponentChildren } from "preact";
import { type ListProps, ListView } from "./list_view.tsx";

/** A list of items, each a `Card`, or why it shows none (see `ListView`). */
export function CardList<Item>({ label, ordered, children, ...view }:
  & ListProps<Item>
  & {
    label: string;
    /** The order of the items has a meaning, such as the rank of search results. */
    ordered?: boolean;
    children: (item: Item, index: number) => ComponentChildren;
  }) {
  const List = ordered ? "ol" : "ul";
  return (
    <ListView {...view}>
      {(items) => (
        <List class="cards" aria-label={label}>{items.map((item, index) => children(item, index))}</List>
      )}
    </ListView>
  );
}

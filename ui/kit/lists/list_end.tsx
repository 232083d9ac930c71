import { Button } from "../button.tsx";
import type { Listing } from "./listing.ts";

/** The end of a list that has more items: a button that loads them. */
export function ListEnd<Filter, Item>({ list }: { list: Listing<Filter, Item> }) {
  if (!list.more.value) return null;
  if (list.full.value) {
    return (
      <p class="hint list-end">
        The latest {list.items.value?.length} are shown. Search or filter to find older ones.
      </p>
    );
  }
  return (
    <div class="list-end">
      <Button onPress={() => void list.showMore()}>Show more</Button>
    </div>
  );
}

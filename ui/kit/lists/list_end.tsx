import { Button } from "../button.tsx";
import type { Pages } from "./listing.ts";

/** The end of a list that has more items: a button that loads them. */
export function ListEnd<Item>({ pages }: { pages: Pages<Item> }) {
  if (!pages.more.value) return null;
  if (pages.full.value) {
    return (
      <p class="hint list-end">
        The {pages.kept} {pages.items.value?.length} are shown.
        {pages.kept === "latest" && " Search or filter to find older ones."}
      </p>
    );
  }
  return (
    <div class="list-end">
      <Button onPress={() => pages.showMore()}>Show more</Button>
    </div>
  );
}

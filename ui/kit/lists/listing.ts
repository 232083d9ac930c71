import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { createResource } from "../resource.ts";

/** A list that loads more on request. */
export type Pages<Item> = {
  /** Null until the first response. */
  readonly items: ReadonlySignal<readonly Item[] | null>;
  readonly problem: ReadonlySignal<string | null>;
  /** Whether there are more items than those shown. */
  readonly more: ReadonlySignal<boolean>;
  /** Whether the maximum is shown, so that only a narrower filter finds the rest. */
  readonly full: ReadonlySignal<boolean>;
  /** Which items the maximum contains. */
  readonly kept: Kept;
  showMore: () => Promise<void>;
};

type Kept = "latest" | "earliest";

/** A filtered list that loads more on request. */
export type Listing<Filter, Item> = Pages<Item> & {
  /** Reads the list with this filter. Another filter starts at the beginning. */
  show: (filter: Filter) => Promise<void>;
};

const PAGE = 50;

/** The maximum number of items; one more is requested to know whether there are more. */
const MAX_ITEMS = 999;

/** Creates a list from `read`, which returns at most `limit` items. */
export function createListing<Filter, Item>(
  read: (filter: Filter, limit: number) => Promise<readonly Item[]>,
  kept: Kept = "latest",
): Listing<Filter, Item> {
  const shown = signal(PAGE);
  let wanted: Filter | null = null;
  const resource = createResource(() => read(wanted!, shown.peek() + 1), () => wanted);
  const items = computed(() => resource.value.value?.slice(0, shown.value) ?? null);
  const more = computed(() => (resource.value.value?.length ?? 0) > shown.value);
  return {
    items,
    problem: resource.problem,
    more,
    kept,
    full: computed(() => more.value && shown.value >= MAX_ITEMS),
    show: (filter) => {
      if (wanted !== null && JSON.stringify(filter) !== JSON.stringify(wanted)) shown.value = PAGE;
      wanted = filter;
      return resource.refresh();
    },
    showMore: () => {
      shown.value = Math.min(shown.value + PAGE, MAX_ITEMS);
      return resource.refresh();
    },
  };
}

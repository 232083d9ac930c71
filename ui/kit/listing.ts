import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { createResource } from "./resource.ts";

/** A filtered list that loads more on request. */
export type Listing<Filter, Item> = {
  /** Null until the first answer is there. */
  readonly items: ReadonlySignal<readonly Item[] | null>;
  readonly problem: ReadonlySignal<string | null>;
  /** There are more than those shown. */
  readonly more: ReadonlySignal<boolean>;
  /** No more can be shown: the filter has to be narrower. */
  readonly full: ReadonlySignal<boolean>;
  /** Reads the list again, with this filter. Another filter begins at the start. */
  show: (filter: Filter) => Promise<void>;
  showMore: () => Promise<void>;
};

const PAGE = 50;

/** The limit of one request; the last item only shows that there are more. */
const MOST = 999;

/** Creates a list from `read`, which returns at most `limit` items. */
export function createListing<Filter, Item>(
  read: (filter: Filter, limit: number) => Promise<readonly Item[]>,
): Listing<Filter, Item> {
  const shown = signal(PAGE);
  let wanted: Filter | null = null;
  const resource = createResource(() => read(wanted!, shown.peek() + 1));
  const items = computed(() => resource.value.value?.slice(0, shown.value) ?? null);
  const more = computed(() => (resource.value.value?.length ?? 0) > shown.value);
  return {
    items,
    problem: resource.problem,
    more,
    full: computed(() => more.value && shown.value >= MOST),
    show: (filter) => {
      if (wanted !== null && JSON.stringify(filter) !== JSON.stringify(wanted)) shown.value = PAGE;
      wanted = filter;
      return resource.refresh();
    },
    showMore: () => {
      shown.value = Math.min(shown.value + PAGE, MOST);
      return resource.refresh();
    },
  };
}

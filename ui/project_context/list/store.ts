import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { createListing, type Listing } from "../../kit/lists/listing.ts";
import type { Frame } from "../../shell/mod.ts";
import type { ContextLine } from "../types.ts";
import { PROJECT_CONTEXT_STATUSES } from "../../../store/shared/enumerations.ts";

/** The filters of the documents in the address; an empty value filters nothing. */
export type DocumentFilter = { query: string; projectPath: string; documentType: string; status: string };

/** The state of the list of documents, with the current one. */
type DocumentsStore = {
  readonly list: Listing<DocumentFilter, ContextLine>;
  readonly selected: ReadonlySignal<number>;
  move: (steps: number) => void;
  open: () => void;
};

/** Returns the filter in an address. */
export const filterOf = (query: Readonly<Record<string, string>>): DocumentFilter => ({
  query: query.q ?? "",
  projectPath: query.project ?? "",
  documentType: query.type ?? "",
  status: query.status ?? "",
});

/** Returns the store of the documents. */
export function createDocumentsStore({ call, navigate, places }: Frame): DocumentsStore {
  const list = createListing(({ query, projectPath, documentType, status }: DocumentFilter, limit) => {
    const known = PROJECT_CONTEXT_STATUSES.find((each) => each === status);
    return call("GET /projects/context", {
      query: {
        limit,
        ...(query.trim() && { query }),
        ...(projectPath && { projectPath }),
        ...(documentType && { documentType }),
        ...(known && { status: known }),
        ...(status === "any" && { includeArchived: true }),
      },
    });
  });
  const chosen = signal<string | null>(null);
  const items = () => list.items.value ?? [];
  const selected = computed(() => Math.max(0, items().findIndex(({ id }) => id === chosen.value)));
  return {
    list,
    selected,
    move: (steps) => {
      const next = Math.max(0, Math.min(items().length - 1, selected.value + steps));
      chosen.value = items()[next]?.id ?? null;
    },
    open: () => {
      const document = items()[selected.value];
      if (document) navigate(places.pathOf(document.id));
    },
  };
}

import { createListing, type Listing } from "../../kit/lists/listing.ts";
import type { Frame } from "../../shell/mod.ts";
import type { MemoryRecord } from "../common/types.ts";

/** The filters of the records in the address; an empty value filters nothing. */
export type RecordFilter = { query: string; type: string; scope: string; scopeId: string; status: string };

/** The records that are shown. */
type RecordsStore = { readonly list: Listing<RecordFilter, MemoryRecord> };

/** Returns the filter in an address; by default, active records. */
export const filterOf = (query: Readonly<Record<string, string>>): RecordFilter => ({
  query: query.q ?? "",
  type: query.type ?? "",
  scope: query.scope ?? "",
  scopeId: query.scopeId ?? "",
  status: query.status ?? "active",
});

/** Returns the store of the records. */
export function createRecordsStore({ call }: Pick<Frame, "call">): RecordsStore {
  return {
    list: createListing(({ query, type, scope, scopeId, status }: RecordFilter, limit) =>
      call("GET /memory", {
        query: {
          limit,
          ...(query.trim() && { query }),
          ...(type && { type }),
          ...(scope && { scope }),
          ...(scopeId && { scopeId }),
          ...((status === "active" || status === "archived") && { status }),
        },
      })
    ),
  };
}

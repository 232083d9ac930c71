import { computed, type ReadonlySignal } from "@preact/signals";
import { createListing, type Listing } from "../kit/lists/listing.ts";
import { createResource } from "../kit/resource.ts";
import type { Frame } from "../shell/mod.ts";
import type { Secret, SecretStatus } from "./types.ts";

/** The filters of the secrets in the address; an empty value filters nothing. */
export type SecretFilter = { status: "present" | "deleted"; kind: string; provider: string };

/** The state of the list of secrets, with the availability of their values. */
type SecretsStore = {
  readonly list: Listing<SecretFilter, Secret>;
  readonly statuses: ReadonlySignal<ReadonlyMap<string, SecretStatus>>;
  show: (filter: SecretFilter) => Promise<unknown>;
};

/** The limit of one request. */
const MAX_LISTED = 1000;

/** Returns the filter of an address; without one, the secrets that are present. */
export const filterOf = (query: Readonly<Record<string, string>>): SecretFilter => ({
  status: query.status === "deleted" ? "deleted" : "present",
  kind: query.kind ?? "",
  provider: query.provider ?? "",
});

/** Returns the store of the secrets. */
export function createSecretsStore({ call }: Pick<Frame, "call">): SecretsStore {
  const list = createListing(({ status, kind, provider }: SecretFilter, limit) =>
    call("GET /secrets", {
      query: { limit, status, ...(kind && { kind }), ...(provider && { provider }) },
    })
  );
  const status = createResource(() => call("GET /secrets/status", { query: { limit: MAX_LISTED } }));
  return {
    list,
    statuses: computed(() => new Map((status.value.value ?? []).map((each) => [each.id, each]))),
    show: (filter) => Promise.all([list.show(filter), status.refresh()]),
  };
}

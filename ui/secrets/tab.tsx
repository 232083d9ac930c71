import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { CardList } from "../kit/lists/card_list.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { useLive, usePageStore, useQuery, useShortcuts } from "../shell/mod.ts";
import { DeleteDialog } from "./delete_dialog.tsx";
import { SecretCard } from "./secret_card.tsx";
import { SetDialog } from "./set_dialog.tsx";
import { createSecretsStore, filterOf, type SecretFilter } from "./store.ts";
import type { Secret } from "./types.ts";
import { SearchField } from "../kit/forms/search_field.tsx";
import { Segments } from "../kit/forms/segments.tsx";

const STATUSES = [
  { value: "present", label: "There" },
  { value: "deleted", label: "Deleted" },
] as const;

type Open = { what: "set"; rotates: Secret | null } | { what: "delete"; secret: Secret };
const SET: Open = { what: "set", rotates: null };

/** The list of secrets, without their values, which never leave the service. */
export function SecretsTab() {
  const store = usePageStore(createSecretsStore);
  const [query, setQuery] = useQuery();
  const filter = filterOf(query);
  const open = useSignal<Open | null>(null);
  useLive(({ type }) => type.startsWith("secret."), () => void store.show(filter), JSON.stringify(filter));
  useShortcuts([
    { keys: "n", does: "Store a secret", group: "Secrets", run: () => open.value = SET },
  ]);
  return (
    <>
      <div class="list-bar">
        <SecretFilters filter={filter} onChange={setQuery} />
        <Button kind="primary" onPress={() => open.value = SET}>Store a secret …</Button>
      </div>
      <CardList
        label="Secrets"
        list={store.list}
        lines={4}
        empty={<NoSecrets filtered={Object.keys(query).some((name) => name !== "tab")} />}
      >
        {(secret) => (
          <SecretCard
            key={secret.id}
            secret={secret}
            status={store.statuses.value.get(secret.id)}
            onRotate={() => open.value = { what: "set", rotates: secret }}
            onDelete={() => open.value = { what: "delete", secret }}
          />
        )}
      </CardList>
      {open.value?.what === "set" && (
        <SetDialog
          rotates={open.value.rotates}
          onClose={() => open.value = null}
        />
      )}
      {open.value?.what === "delete" && (
        <DeleteDialog
          secret={open.value.secret}
          onClose={() => open.value = null}
        />
      )}
    </>
  );
}

function NoSecrets({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No secrets match these filters">
        <a class="button" href="/dashboard/connections?tab=secrets">Show all secrets</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No secrets yet">
      <p>
        Store the key of a model provider here, or name the environment variable or command that supplies it.
        The value is removed from all outputs of runs.
      </p>
    </EmptyState>
  );
}

/** The filters of the secrets, which are in the address. */
function SecretFilters({ filter, onChange }: {
  filter: SecretFilter;
  onChange: (change: Record<string, string | null>) => void;
}) {
  return (
    <search class="filters">
      <Segments
        label="Status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => onChange({ status: status === "present" ? null : status })}
      />
      <SearchField
        label="Kind"
        placeholder="Of one kind, such as api-key"
        value={filter.kind}
        onSearch={(kind) => onChange({ kind: kind.trim() })}
      />
      <SearchField
        label="Provider"
        placeholder="Of one provider"
        value={filter.provider}
        onSearch={(provider) => onChange({ provider: provider.trim() })}
      />
    </search>
  );
}

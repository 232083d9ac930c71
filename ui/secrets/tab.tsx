import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { CardList } from "../kit/lists/card_list.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { ListEnd } from "../kit/lists/list_end.tsx";
import { useLive, usePageStore, useQuery, useShortcuts } from "../shell/mod.ts";
import { DeleteDialog } from "./delete_dialog.tsx";
import { SecretFilters } from "./filters.tsx";
import { SecretCard } from "./secret_card.tsx";
import { SetDialog } from "./set_dialog.tsx";
import { createSecretsStore, filterOf } from "./store.ts";
import type { Secret } from "./types.ts";

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
        items={store.list.items.value}
        problem={store.list.problem.value}
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
      <ListEnd list={store.list} />
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

import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { CardList } from "../kit/lists/card_list.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import { BankDialog } from "./bank_dialog.tsx";
import { ItemCard } from "./item_card.tsx";
import type { Item, ProviderVisit } from "./types.ts";
import { VisitDialog } from "./visit_dialog.tsx";

const isOfBanks = ({ type }: { type: string }): boolean => type.startsWith("financelink_");

/** The linked banks, which are read-only. */
export function ItemsTab() {
  const { call, toasts } = useFrame();
  const connections = useResource(({ call }) => call("GET /financelink/connections"), isOfBanks);
  const app = useResource(({ call }) => call("GET /financelink/app"), isOfBanks);
  const settingUp = useSignal(false);
  /** The current visit to the provider's page. */
  const visit = useSignal<ProviderVisit | null>(null);
  const ending = useSignal<Item | null>(null);

  const begin = async (item: Item | null) => {
    visit.value = await toasts.attempt(
      () => call("POST /financelink/link/token/create", { body: item ? { itemId: item.id } : {} }),
    );
  };
  const disconnect = async ({ id }: Item) => {
    const done = await toasts.attempt(
      () => call("POST /financelink/items/:id/disconnect", { params: { id }, body: {} }),
      ({ remote }) =>
        remote === "failed"
          ? "Disconnected here. The provider could not be reached; it is retried every hour for a day."
          : `Disconnected: ${
            remote === "removed" ? "removed at the provider" : "already gone at the provider"
          }, and its token is removed here.`,
    );
    if (done) ending.value = null;
  };
  const set = app.value.value;
  const isSetUp = set !== null && set.status !== "not_configured";
  return (
    <>
      <div class="list-bar">
        <p class="hint">
          Read-only. The provider's grants are checked after each link and every day.
        </p>
        {set && (
          <Button kind={isSetUp ? "plain" : "primary"} onPress={() => settingUp.value = true}>
            {isSetUp ? "Change the setup …" : "Set up account linking …"}
          </Button>
        )}
        {isSetUp && <Button kind="primary" onPress={() => begin(null)}>Link a bank …</Button>}
      </div>
      <CardList
        label="Banks"
        items={connections.value.value?.items ?? null}
        problem={connections.problem.value}
        lines={4}
        empty={
          <EmptyState title="No banks yet">
            <p>
              {isSetUp
                ? "Link one. It opens the provider's own page; no third-party script runs here."
                : "First set up account linking with the keys from the provider's dashboard."}
            </p>
          </EmptyState>
        }
      >
        {(item) => (
          <ItemCard
            key={item.id}
            item={item}
            onMend={() => begin(item)}
            onDisconnect={() => ending.value = item}
            onAskAgain={() => disconnect(item)}
          />
        )}
      </CardList>
      {visit.value && <VisitDialog visit={visit.value} onClose={() => visit.value = null} />}
      {settingUp.value && set && <BankDialog app={set} onClose={() => settingUp.value = false} />}
      {ending.value && (
        <Confirm
          title={`Disconnect ${ending.value.institution.name}?`}
          action="Disconnect"
          danger
          onConfirm={() => disconnect(ending.value!)}
          onClose={() => ending.value = null}
        >
          <p>Access ends here immediately, then at the provider. The token is removed.</p>
        </Confirm>
      )}
    </>
  );
}

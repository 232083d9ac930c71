import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { ListView } from "../kit/list_view.tsx";
import { createResource } from "../kit/resource.ts";
import { useFrame, useLive, usePageStore } from "../shell/mod.ts";
import { ItemCard } from "./item_card.tsx";
import type { Item } from "./types.ts";

/** The items that are linked, each of which may only be read. */
export function ItemsTab() {
  const { call, toasts } = useFrame();
  const connections = usePageStore(() => createResource(() => call("GET /financelink/connections")));
  /** The visit to the provider's page that a person is on. */
  const visit = useSignal<string | null>(null);
  const ending = useSignal<Item | null>(null);
  useLive(({ type }) => type.startsWith("financelink_"), () => void connections.refresh());

  const begin = async (item: Item | null) => {
    const link = await toasts.attempt(
      () => call("POST /financelink/link/token/create", { body: item ? { itemId: item.id } : {} }),
      () => "Finish the provider's page, and come back here.",
    );
    if (!link) return;
    visit.value = link.id;
    if (link.hostedLinkUrl) open(link.hostedLinkUrl, "_blank", "noopener");
  };
  const finish = async () => {
    const linkTokenId = visit.value!;
    const done = await toasts.attempt(
      () => call("POST /financelink/link/token/exchange", { body: { linkTokenId } }),
      ({ item }) => `${item.institution.name} is ${item.status.replaceAll("_", " ")}.`,
    );
    if (done) visit.value = null;
  };
  const disconnect = async () => {
    const { id } = ending.value!;
    const done = await toasts.attempt(
      () => call("POST /financelink/items/:id/disconnect", { params: { id }, body: {} }),
      ({ remote }) =>
        remote === "failed" ? "It ends here. The provider is told again each hour." : "It is disconnected.",
    );
    if (done) ending.value = null;
  };
  return (
    <>
      <div class="list-bar">
        <p class="hint">
          Read alone: what a provider grants is compared with that after each link, and every day.
        </p>
        {visit.value
          ? <Button kind="primary" onPress={() => void finish()}>I have finished the provider's page</Button>
          : <Button kind="primary" onPress={() => void begin(null)}>Link a bank</Button>}
      </div>
      <ListView
        items={connections.value.value?.items ?? null}
        problem={connections.problem.value}
        lines={4}
        empty={
          <EmptyState title="No banks yet">
            <p>
              Configure account linking with <code>agent-harness financelink configure</code> first.
            </p>
          </EmptyState>
        }
      >
        {(items) => (
          <ul class="cards" aria-label="Banks">
            {items.map((item) => (
              <ItemCard
                key={item.id}
                item={item}
                onMend={() => void begin(item)}
                onDisconnect={() => ending.value = item}
              />
            ))}
          </ul>
        )}
      </ListView>
      {ending.value && (
        <Confirm
          title={`Disconnect ${ending.value.institution.name}?`}
          action="Disconnect it"
          danger
          onConfirm={() => void disconnect()}
          onClose={() => ending.value = null}
        >
          <p>It ends here at once, and then at the provider. Its token is removed.</p>
        </Confirm>
      )}
    </>
  );
}

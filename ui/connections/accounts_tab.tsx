import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { CardList } from "../kit/lists/card_list.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import { AccountCard } from "./account_card.tsx";
import { ConnectDialog } from "./connect_dialog.tsx";
import { FlowDialog } from "./flow_dialog.tsx";
import type { Account, Flow } from "./types.ts";

/** The connected accounts, and those that were disconnected. */
export function AccountsTab() {
  const { call, toasts } = useFrame();
  const accounts = useResource(
    ({ call }) => call("GET /oauth/accounts", { query: { limit: 1000 } }),
    ({ type }) => type.startsWith("oauth_") || type === "secret.used",
  );
  const revoking = useSignal<Account | null>(null);
  const choosing = useSignal(false);
  const flow = useSignal<Flow | null>(null);

  const connectAgain = async ({ id, connectorId }: Account) => {
    flow.value = await toasts.attempt(
      () => call("POST /oauth/start", { body: { connectorId, accountId: id } }),
    );
  };
  const refresh = ({ id }: Account) =>
    toasts.attempt(
      () => call("POST /oauth/accounts/:id/refresh", { params: { id }, body: { force: true } }),
      ({ status }) => status === "connected" ? "Access refreshed." : `Access was not refreshed: ${status}.`,
    );
  const revoke = async () => {
    const { id } = revoking.value!;
    const done = await toasts.attempt(
      () => call("POST /oauth/accounts/:id/revoke", { params: { id }, body: {} }),
      ({ remoteRevocation }) => remoteRevocation?.detail ?? "Disconnected.",
    );
    if (done) revoking.value = null;
  };
  const known = [...new Set((accounts.value.value ?? []).map(({ connectorId }) => connectorId))];
  return (
    <>
      <div class="list-bar">
        <p class="hint">Access is refreshed automatically. Each account shows when it will need you.</p>
        <Button kind="primary" onPress={() => choosing.value = true}>Connect an account …</Button>
      </div>
      <CardList
        label="Accounts"
        items={accounts.value.value}
        problem={accounts.problem.value}
        lines={4}
        empty={<NoAccounts />}
      >
        {(account) => (
          <AccountCard
            key={account.id}
            account={account}
            onConnect={() => connectAgain(account)}
            onRefresh={() => refresh(account)}
            onRevoke={() => revoking.value = account}
          />
        )}
      </CardList>
      {choosing.value && (
        <ConnectDialog
          known={known}
          onStarted={(started) => {
            choosing.value = false;
            flow.value = started;
          }}
          onClose={() => choosing.value = false}
        />
      )}
      {flow.value && <FlowDialog flow={flow.value} onClose={() => flow.value = null} />}
      {revoking.value && (
        <Confirm
          title={`Disconnect ${revoking.value.subject.label}?`}
          action="Disconnect"
          danger
          onConfirm={() => revoke()}
          onClose={() => revoking.value = null}
        >
          <p>
            Access ends here immediately, then at the server. The tokens are removed. The record of what used
            them is kept.
          </p>
        </Confirm>
      )}
    </>
  );
}

function NoAccounts() {
  return (
    <EmptyState title="No accounts yet">
      <p>
        Connect one here, or with{" "}
        <code>agent-harness oauth connect</code>. Over SSH, use the device flow, or paste the address where
        the browser ends up.
      </p>
    </EmptyState>
  );
}

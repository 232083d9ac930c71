import { useSignal } from "@preact/signals";
import { Confirm } from "../kit/confirm.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { ListView } from "../kit/list_view.tsx";
import { createResource } from "../kit/resource.ts";
import { useFrame, useLive, usePageStore } from "../shell/mod.ts";
import { AccountCard } from "./account_card.tsx";
import type { Account } from "./types.ts";

/** The accounts that are connected, and those that were. */
export function AccountsTab() {
  const { call, toasts } = useFrame();
  const accounts = usePageStore(() =>
    createResource(() => call("GET /oauth/accounts", { query: { limit: 1000 } }))
  );
  const revoking = useSignal<Account | null>(null);
  useLive(({ type }) => type.startsWith("oauth_") || type === "secret.used", () => void accounts.refresh());

  /** The browser goes to the server and comes back to the callback's page. */
  const connectAgain = async ({ id, connectorId }: Account) => {
    const started = await toasts.attempt(
      () => call("POST /oauth/start", { body: { connectorId, accountId: id } }),
      () => "Sign in at the server. This page shows it as soon as the account is connected.",
    );
    if (started?.authorizationUrl) open(started.authorizationUrl, "_blank", "noopener");
  };
  const refresh = ({ id }: Account) =>
    toasts.attempt(
      () => call("POST /oauth/accounts/:id/refresh", { params: { id }, body: { force: true } }),
      ({ status }) =>
        status === "connected" ? "Its access is refreshed." : `It was not refreshed: ${status}.`,
    );
  const revoke = async () => {
    const { id } = revoking.value!;
    const done = await toasts.attempt(
      () => call("POST /oauth/accounts/:id/revoke", { params: { id }, body: {} }),
      ({ remoteRevocation }) => remoteRevocation?.detail ?? "The access has ended.",
    );
    if (done) revoking.value = null;
  };
  return (
    <>
      <ListView
        items={accounts.value.value}
        problem={accounts.problem.value}
        lines={4}
        empty={<NoAccounts />}
      >
        {(items) => (
          <ul class="cards" aria-label="Accounts">
            {items.map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                onConnect={() => void connectAgain(account)}
                onRefresh={() => void refresh(account)}
                onRevoke={() => revoking.value = account}
              />
            ))}
          </ul>
        )}
      </ListView>
      {revoking.value && (
        <Confirm
          title={`Disconnect ${revoking.value.subject.label}?`}
          action="Disconnect it"
          danger
          onConfirm={() => void revoke()}
          onClose={() => revoking.value = null}
        >
          <p>
            Its access ends here at once, and then at its server. Its tokens are removed; what used it stays
            on record.
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
        Configure a connector with <code>agent-harness oauth configure</code>, and connect an account with
        {" "}
        <code>agent-harness oauth connect</code>. Over SSH, use its device flow, or paste the address that the
        browser ends at into <code>agent-harness oauth finish</code>.
      </p>
    </EmptyState>
  );
}

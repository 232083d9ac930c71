import { SecretsTab } from "../secrets/tab.tsx";
import { type PageTab, TabbedPage } from "../shell/mod.ts";
import { AccountsTab } from "./accounts_tab.tsx";
import { ItemsTab } from "./items_tab.tsx";
import { PortalTab } from "./portal_tab.tsx";

const TABS: readonly [PageTab, ...PageTab[]] = [
  { key: "accounts", label: "Accounts", Content: AccountsTab },
  { key: "items", label: "Banks", Content: ItemsTab },
  { key: "portal", label: "Developer portal", Content: PortalTab },
  { key: "secrets", label: "Secrets", Content: SecretsTab },
];

/** The connected accounts and banks, the portal's app, and the secrets. */
export default function ConnectionsPage() {
  return (
    <TabbedPage title="Connections" tabs={TABS}>
      <p class="hint">
        Tokens and values are encrypted on this machine, used only by the calls that need them, and never
        shown.
      </p>
    </TabbedPage>
  );
}

import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame } from "../shell/mod.ts";
import type { ProviderVisit } from "./types.ts";

/** Sends the user to the provider's page, and reads the result when the user is back. */
export function VisitDialog({ visit, onClose }: { visit: ProviderVisit; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const finish = async () => {
    const { item } = await call("POST /financelink/link/token/exchange", { body: { linkTokenId: visit.id } });
    toasts.say(`${item.institution.name} is ${item.status.replaceAll("_", " ")}.`);
    onClose();
  };
  return (
    <FormDialog
      title={visit.mode === "update"
        ? "Repair the connection at the provider"
        : "Link a bank at the provider"}
      action="I have finished"
      onSubmit={finish}
      onClose={onClose}
    >
      <p class="hint">
        You sign in on the provider's page; your login never comes here. The page is open until{" "}
        <Time at={visit.expiresAt} />.
      </p>
      {visit.hostedLinkUrl === null
        ? <p>The provider returned no page. Ask the provider to enable its hosted page for your account.</p>
        : (
          <p>
            <a class="button button-primary" href={visit.hostedLinkUrl} target="_blank" rel="noopener">
              Open the provider's page
            </a>
          </p>
        )}
    </FormDialog>
  );
}

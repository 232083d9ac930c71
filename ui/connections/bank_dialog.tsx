import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { DraftField } from "../kit/forms/draft_field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { SelectField } from "../kit/forms/select.tsx";
import { ValueField, type ValueHandle } from "../secrets/value_field.tsx";
import { useFrame } from "../shell/mod.ts";
import type { LinkApp } from "./types.ts";

const ENVIRONMENTS = [
  { value: "sandbox", label: "Sandbox, with fictional banks" },
  { value: "production", label: "Production, with your own banks" },
] as const;

/** Sets up account linking. Its secret is never kept in the state of the page. */
export function BankDialog({ app, onClose }: { app: LinkApp; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const environment = useSignal<"sandbox" | "production">(app.environment ?? "sandbox");
  const draft = useSignal({
    clientId: app.clientId ?? "",
    countryCodes: app.countryCodes.join(" ") || "US",
    clientName: app.clientName ?? "agent-harness",
    baseUrl: app.host?.startsWith("127.0.0.1:") ? `http://${app.host}` : "",
  });
  const secret = useRef<ValueHandle>(null);
  const submit = async () => {
    const { clientId, countryCodes, clientName, baseUrl } = draft.value;
    await call("POST /financelink/app", {
      body: {
        clientId: clientId.trim(),
        secret: secret.current?.take() ?? "",
        environment: environment.value,
        countryCodes: countryCodes.toUpperCase().split(/[\s,]+/).filter(Boolean),
        clientName: clientName.trim(),
        ...(baseUrl.trim() && { baseUrl: baseUrl.trim() }),
      },
    });
    const { status, lastCheck } = await call("POST /financelink/app/smoke-check");
    if (status !== "verified") throw new Error(lastCheck?.detail ?? "The provider did not accept it.");
    toasts.say("The provider accepts it. Link a bank now.");
    onClose();
  };
  return (
    <FormDialog
      title="Set up account linking"
      action="Save and check"
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftField
        draft={draft}
        name="clientId"
        label="Client id"
        hint="From the provider's dashboard."
        required
      />
      <ValueField label="Secret" hint="The secret for the environment below." handle={secret} />
      <SelectField
        label="Environment"
        options={ENVIRONMENTS}
        value={environment.value}
        onPick={(value) => environment.value = value}
      />
      <div class="form-row">
        <DraftField
          draft={draft}
          name="countryCodes"
          label="Countries"
          hint="Two-letter codes, such as US GB."
          required
        />
        <DraftField
          draft={draft}
          name="clientName"
          label="Name"
          hint="The name that the provider's page shows for this service."
          required
        />
      </div>
      <details>
        <summary class="small">A test server</summary>
        <DraftField
          draft={draft}
          name="baseUrl"
          label="Address"
          hint="Replaces the provider. It must be on this machine."
        />
      </details>
    </FormDialog>
  );
}

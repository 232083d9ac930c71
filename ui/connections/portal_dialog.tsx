import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { DraftField } from "../kit/forms/draft_field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { ValueField, type ValueHandle } from "../secrets/value_field.tsx";
import { useFrame } from "../shell/mod.ts";
import type { Portal } from "./types.ts";

/** Sets up or changes the app at a developer portal. Its keys are never kept in the state of the page. */
export function PortalDialog({ app, onClose }: { app: Portal; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const draft = useSignal({
    displayName: app.displayName ?? "",
    environment: app.environment ?? "",
    tokenUrl: app.tokenUrl ?? "",
    probeUrl: app.probeUrl ?? "",
    invalidateUrl: app.invalidateUrl ?? "",
  });
  const [apiKey, apiSecret] = [useRef<ValueHandle>(null), useRef<ValueHandle>(null)];
  const isNew = app.status === "not_configured";
  const submit = async () => {
    const { tokenUrl, ...rest } = draft.value;
    const given = { ...rest, apiKey: apiKey.current?.take(), apiSecret: apiSecret.current?.take() };
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()));
    await call("POST /devportal/app", { body: { tokenUrl: tokenUrl.trim(), ...said } });
    toasts.say("The app is saved. Check it now.");
    onClose();
  };
  return (
    <FormDialog
      title={isNew ? "Set up the app" : "Change the app"}
      action="Save"
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftField
        draft={draft}
        name="tokenUrl"
        label="Token address"
        hint="The address that issues a token for the key."
        required
      />
      <DraftField
        draft={draft}
        name="probeUrl"
        label="Test address"
        hint="Read once with the token, to check that it works."
      />
      <DraftField
        draft={draft}
        name="invalidateUrl"
        label="Revocation address"
        hint="If the portal has one."
      />
      <ValueField
        label="Key"
        hint="The portal calls it API key or client id."
        handle={apiKey}
        optional={!isNew}
      />
      <ValueField
        label="Secret"
        hint="It is encrypted on this machine."
        handle={apiSecret}
        optional={!isNew}
      />
      <div class="form-row">
        <DraftField draft={draft} name="displayName" label="Name" hint="Your name for it." />
        <DraftField draft={draft} name="environment" label="Environment" hint="Such as production." />
      </div>
    </FormDialog>
  );
}

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { draftInput } from "../kit/draft_input.ts";
import { Field } from "../kit/field.tsx";
import { FormDialog } from "../kit/form_dialog.tsx";
import { ValueField, type ValueHandle } from "../secrets/value_field.tsx";
import { useFrame } from "../shell/mod.ts";
import type { Portal } from "./types.ts";

/** Sets up the app at a developer portal, or changes it. Its keys are in no state of the page. */
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
    toasts.say("The app is set up. Check it now.");
    onClose();
  };
  const text = (name: keyof typeof draft.value, label: string, hint: string, required = false) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          {...draftInput(draft, name)}
          required={required}
          spellcheck={false}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title={isNew ? "Set up the app" : "Change the app"}
      action={isNew ? "Set it up" : "Change it"}
      onSubmit={submit}
      onClose={onClose}
    >
      {text("tokenUrl", "Token address", "Where a token is asked for with the key.", true)}
      {text("probeUrl", "Address to read", "Read once with the token, to see whether it works.")}
      {text("invalidateUrl", "Address to end the token", "Where the portal has one.")}
      <ValueField
        label="Key"
        hint="What the portal calls API key or client id."
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
        {text("displayName", "Name", "What you call it.")}
        {text("environment", "Environment", "Such as production.")}
      </div>
    </FormDialog>
  );
}

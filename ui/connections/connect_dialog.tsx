import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { SelectField } from "../kit/forms/select.tsx";
import { type ValueHandle } from "../secrets/value_field.tsx";
import { useFrame } from "../shell/mod.ts";
import { AppFields, EMPTY_APP } from "./app_fields.tsx";
import type { App, Flow } from "./types.ts";

const PRESETS = [
  { value: "google", label: "Google" },
  { value: "gitlab", label: "GitLab" },
  { value: "github", label: "GitHub" },
];
const OTHER = { value: "", label: "Another server" };

const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Asks for the server of an account, configures its app if necessary, and starts the sign-in. */
export function ConnectDialog({ known, onStarted, onClose }: {
  /** The configured connectors. */
  known: readonly string[];
  onStarted: (flow: Flow) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const options = [
    ...PRESETS,
    ...known.filter((id) => !PRESETS.some(({ value }) => value === id)).map((id) => ({
      value: id,
      label: id,
    })),
    OTHER,
  ];
  const chosen = useSignal(options[0]!.value);
  /** The app of a server that must be configured first; its redirect address is the same for every server. */
  const app = useSignal<App | null>(null);
  const draft = useSignal(EMPTY_APP);
  const secret = useRef<ValueHandle>(null);
  const other = chosen.value === OTHER.value;

  const configure = async (connectorId: string) => {
    const { clientId, issuer, scopes, allowedHosts } = draft.value;
    const clientSecret = secret.current?.take() ?? "";
    await call("POST /oauth/apps/:connectorId", {
      params: { connectorId },
      body: {
        clientId: clientId.trim(),
        ...(clientSecret === "" ? { tokenEndpointAuthMethod: "none" as const } : { clientSecret }),
        ...(other && { issuer: issuer.trim(), scopes: words(scopes), allowedHosts: words(allowedHosts) }),
      },
    });
  };
  const submit = async () => {
    const connectorId = other ? draft.value.connectorId.trim() : chosen.value;
    if (app.value) await configure(connectorId);
    else {
      // Any preset has the redirect address, which another server needs as well.
      const params = { connectorId: other ? PRESETS[0]!.value : connectorId };
      const found = await call("GET /oauth/apps/:connectorId", { params });
      if (other || found.status === "not_configured") return void (app.value = found);
    }
    onStarted(await call("POST /oauth/start", { body: { connectorId } }));
  };
  return (
    <FormDialog
      title="Connect an account"
      action={app.value ? "Configure and connect" : "Connect"}
      onSubmit={submit}
      onClose={onClose}
    >
      {app.value ? <AppFields app={app.value} draft={draft} secret={secret} other={other} /> : (
        <SelectField
          label="Server"
          hint="The server of the account."
          options={options}
          value={chosen.value}
          onPick={(value) => chosen.value = value}
        />
      )}
      {!app.value && other && (
        <Field label="Name" hint="1 to 40 lower-case letters, digits and hyphens, such as work-login.">
          {(control) => (
            <input
              {...control}
              {...draftInput(draft, "connectorId")}
              required
              pattern="[a-z0-9][a-z0-9\-]{0,39}"
              spellcheck={false}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}

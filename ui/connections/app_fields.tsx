import type { Signal } from "@preact/signals";
import { Copy } from "../kit/text/code.tsx";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { ValueField, type ValueHandle } from "../secrets/value_field.tsx";
import type { App } from "./types.ts";

/** The text fields of an app, without its secret, which is never kept in the state of the page. */
export const EMPTY_APP = {
  connectorId: "",
  clientId: "",
  issuer: "",
  scopes: "openid email",
  allowedHosts: "",
};

/** The registration of this service at a server: the redirect address, and the ids that the server returned. */
export function AppFields({ app, draft, secret, other }: {
  app: App;
  draft: Signal<typeof EMPTY_APP>;
  secret: { current: ValueHandle | null };
  /** Whether the server's addresses are not known in advance. */
  other: boolean;
}) {
  const input = (name: keyof typeof EMPTY_APP) => ({ ...draftInput(draft, name), spellcheck: false });
  return (
    <>
      <p>
        Register an app at {other ? "the server" : app.displayName}{" "}
        with this redirect address, and copy the client id and secret.
      </p>
      <Copy text={app.redirectUri} what="the redirect address" />
      {other && (
        <>
          <Field
            label="Issuer"
            hint="The other addresses are discovered from it, such as https://id.example.org"
          >
            {(control) => <input {...control} {...input("issuer")} type="url" required />}
          </Field>
          <Field label="Scopes" hint="The permissions to request. A grant of anything more is rejected.">
            {(control) => <input {...control} {...input("scopes")} />}
          </Field>
          <Field label="Hosts" hint="The access token is sent only to these, such as api.example.org">
            {(control) => <input {...control} {...input("allowedHosts")} />}
          </Field>
        </>
      )}
      <Field label="Client id">
        {(control) => <input {...control} {...input("clientId")} required maxLength={500} />}
      </Field>
      <ValueField
        label="Client secret"
        hint="Leave it empty if the server gave you none."
        handle={secret}
        optional
      />
    </>
  );
}

import type { Signal } from "@preact/signals";
import { Copy } from "../kit/code.tsx";
import { draftInput } from "../kit/draft_input.ts";
import { Field } from "../kit/field.tsx";
import { ValueField, type ValueHandle } from "../secrets/value_field.tsx";
import type { App } from "./types.ts";

/** What a person types of an app; its secret is in no state of the page. */
export const EMPTY_APP = {
  connectorId: "",
  clientId: "",
  issuer: "",
  scopes: "openid email",
  allowedHosts: "",
};

/** How this service is registered at a server: the address to register there, and what the server gave in return. */
export function AppFields({ app, draft, secret, other }: {
  app: App;
  draft: Signal<typeof EMPTY_APP>;
  secret: { current: ValueHandle | null };
  /** The server's addresses are not known beforehand. */
  other: boolean;
}) {
  const input = (name: keyof typeof EMPTY_APP) => ({ ...draftInput(draft, name), spellcheck: false });
  return (
    <>
      <p>
        Register an app at {other ? "the server" : app.displayName}{" "}
        with this redirect address, and copy what it gives you.
      </p>
      <Copy text={app.redirectUri} what="the redirect address" />
      {other && (
        <>
          <Field label="Issuer" hint="Its addresses are found by it, such as https://id.example.org">
            {(control) => <input {...control} {...input("issuer")} type="url" required />}
          </Field>
          <Field label="Scopes" hint="What is asked for, and no more is accepted.">
            {(control) => <input {...control} {...input("scopes")} />}
          </Field>
          <Field label="Hosts" hint="The access is sent to these alone, such as api.example.org">
            {(control) => <input {...control} {...input("allowedHosts")} />}
          </Field>
        </>
      )}
      <Field label="Client id">
        {(control) => <input {...control} {...input("clientId")} required maxLength={500} />}
      </Field>
      <ValueField
        label="Client secret"
        hint="Leave it empty where the server gave none."
        handle={secret}
        optional
      />
    </>
  );
}

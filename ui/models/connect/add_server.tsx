import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { providerIdOf } from "../../../client/provider_id.ts";
import { storeProviderKey } from "../../../client/provider_key.ts";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { ValueField, type ValueHandle } from "../../secrets/value_field.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { FoundProvider } from "../common/types.ts";

/** Adds a model server. */
export function AddServer({ kind = "openai-compatible", onAdded, onClose }: {
  kind?: NonNullable<FoundProvider["lacks"]>["kind"];
  onAdded: (id: string) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const draft = useSignal({ address: "" });
  const key = useRef<ValueHandle>(null);
  const submit = async () => {
    const baseUrl = draft.value.address.trim();
    const id = providerIdOf(baseUrl);
    const server = { id, kind, baseUrl };
    const value = key.current?.take();
    const secretName = value ? await storeProviderKey(call, id, value) : undefined;
    await call("POST /providers", { body: { ...server, ...(secretName !== undefined && { secretName }) } });
    onAdded(id);
  };
  return (
    <FormDialog title="A model server" action="Add and try it" onSubmit={submit} onClose={onClose}>
      <Field label="Address" hint={`Where its API is (${kind}), such as http://192.168.1.20:11434/v1`}>
        {(control) => <input {...control} {...draftInput(draft, "address")} required spellcheck={false} />}
      </Field>
      <ValueField label="Key" hint="Empty where it needs none." handle={key} optional />
    </FormDialog>
  );
}

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Segments } from "../kit/forms/segments.tsx";
import { useFrame } from "../shell/mod.ts";
import { CLASS_WORDS } from "./class_words.ts";
import type { Secret, StorageClass } from "./types.ts";
import { ValueField, type ValueHandle } from "./value_field.tsx";
import { keysOf } from "../../store/shared/records.ts";

const CLASSES = (keysOf(CLASS_WORDS)).map((value) => ({
  value,
  label: CLASS_WORDS[value].label,
}));

/** Stores a secret, or changes its value. The value is not in any state of the page, and is removed once it is sent. */
export function SetDialog({ rotates, onClose }: { rotates: Secret | null; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const storageClass = useSignal<StorageClass>(rotates?.storageClass ?? "local-encrypted");
  const draft = useSignal({
    name: rotates?.name ?? "",
    kind: rotates?.kind ?? "api-key",
    provider: rotates?.provider ?? "",
    reference: rotates?.reference ?? "",
  });
  const value = useRef<ValueHandle>(null);
  const words = CLASS_WORDS[storageClass.value];
  const submit = async () => {
    const { name, kind, provider, reference } = draft.value;
    const source = storageClass.value === "local-encrypted"
      ? { value: value.current?.take() ?? "" }
      : { reference: reference.trim() };
    await call("POST /secrets", {
      body: {
        name: name.trim(),
        kind: kind.trim(),
        storageClass: storageClass.value,
        ...(provider.trim() && { provider: provider.trim() }),
        ...(rotates && { id: rotates.id }),
        ...source,
      },
    });
    toasts.say(rotates ? `${name} has its new value.` : `${name} is stored.`);
    onClose();
  };
  const input = (name: keyof typeof draft.value) => draftInput(draft, name);
  return (
    <FormDialog
      title={rotates ? `Rotate ${rotates.name}` : "Store a secret"}
      action={rotates ? "Rotate" : "Store"}
      onSubmit={submit}
      onClose={onClose}
    >
      {rotates
        ? <p class="hint">The old value is overwritten and removed once the new one is on disk.</p>
        : (
          <>
            <Field label="Name" hint="The name that runs use, such as openai/main.">
              {(control) => (
                <input {...control} {...input("name")} required maxLength={100} spellcheck={false} />
              )}
            </Field>
            <div class="form-row">
              <Field label="Kind" hint="Such as api-key, token, password.">
                {(control) => <input {...control} {...input("kind")} required maxLength={64} />}
              </Field>
              <Field label="Provider" hint="The provider of the key, such as openai. Optional.">
                {(control) => <input {...control} {...input("provider")} maxLength={64} />}
              </Field>
            </div>
          </>
        )}
      <Segments
        label="Source of the value"
        options={CLASSES}
        value={storageClass.value}
        onChange={(next) => storageClass.value = next}
      />
      {storageClass.value === "local-encrypted"
        ? <ValueField label={words.ask} hint={words.hint} handle={value} />
        : (
          <Field label={words.ask} hint={words.hint}>
            {(control) => <input {...control} {...input("reference")} required spellcheck={false} />}
          </Field>
        )}
    </FormDialog>
  );
}

import type { Signal } from "@preact/signals";
import { draftInput } from "./draft_input.ts";
import { Field } from "./field.tsx";

/** A one-line field of a draft without spell checking: an id, an address, or a name. */
export function DraftField<Draft extends Record<Name, string>, Name extends keyof Draft & string>(
  { draft, name, label, hint, required = false }: {
    draft: Signal<Draft>;
    name: Name;
    label: string;
    hint: string;
    required?: boolean;
  },
) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          {...draftInput<Draft, Name>(draft, name)}
          required={required}
          spellcheck={false}
        />
      )}
    </Field>
  );
}

import type { Signal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { Select } from "../../kit/forms/select.tsx";
import type { InputDraft, InputField } from "../../../client/form_fields.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";

/** A form for the inputs of a workflow; shows each problem at its field. */
export function InputsForm({ fields, draft, problems }: {
  fields: readonly InputField[];
  draft: Signal<InputDraft>;
  problems: Readonly<Record<string, string>>;
}) {
  return (
    <>
      {fields.map((field) =>
        field.kind === "boolean" ? <Check key={field.name} field={field} draft={draft} /> : (
          <Field
            key={field.name}
            label={field.required ? field.label : `${field.label} (optional)`}
            hint={field.hint}
            problem={problems[field.name] ?? null}
          >
            {(control) => <Control field={field} draft={draft} control={control} />}
          </Field>
        )
      )}
    </>
  );
}

function Control({ field, draft, control }: {
  field: InputField;
  draft: Signal<InputDraft>;
  control: { id: string };
}) {
  const { name, kind, required, choices, whole } = field;
  const shared = { ...control, ...draftInput(draft, name), required };
  if (kind === "choice") {
    const options = [
      { value: "", label: "Choose …" },
      ...choices.map((value) => ({ value, label: value })),
    ];
    return (
      <Select
        {...control}
        required={required}
        options={options}
        value={draft.value[name] ?? ""}
        onPick={(value) => draft.value = { ...draft.value, [name]: value }}
      />
    );
  }
  if (kind === "number") return <input {...shared} type="number" step={whole ? 1 : "any"} />;
  return <textarea {...shared} rows={kind === "text" ? 2 : 4} spellcheck={false} />;
}

function Check({ field: { name, label, hint }, draft }: { field: InputField; draft: Signal<InputDraft> }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={draft.value[name] === "true"}
        onChange={({ currentTarget: { checked } }) =>
          draft.value = { ...draft.value, [name]: checked ? "true" : "" }}
      />
      <ShownText text={label} />
      {hint && <span class="hint small">{hint}</span>}
    </label>
  );
}

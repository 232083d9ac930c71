import { useSignal } from "@preact/signals";
import { Select } from "../../kit/forms/select.tsx";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { type PreviewInputs, TARGETS } from "./store.ts";

/** The form that chooses the target of the preview. */
export function QuestionForm({ question, onAsk }: {
  question: PreviewInputs;
  onAsk: (change: Record<string, string | null>) => void;
}) {
  const { without: _, ...asked } = question;
  const draft = useSignal<Record<keyof typeof asked, string>>(asked);
  const input = (name: keyof typeof asked) => draftInput(draft, name);
  const submit = (event: Event) => {
    event.preventDefault();
    const { target, id, query, budget } = draft.value;
    onAsk({ for: target, id: id.trim(), q: query.trim(), budget, without: null });
  };
  return (
    <form class="panel panel-body form" onSubmit={submit} aria-label="Context settings">
      <div class="form-row">
        <Field label="Audience">
          {(control) => <Select {...control} {...input("target")} options={TARGETS} />}
        </Field>
        <Field label={draft.value.target === "project" ? "Its path" : "Its id"}>
          {(control) => <input {...control} {...input("id")} spellcheck={false} />}
        </Field>
        <Field label="Budget in tokens">
          {(control) => (
            <input {...control} {...input("budget")} type="number" min="0" max="1000000" required />
          )}
        </Field>
      </div>
      <Field
        label="Topic"
        hint="Records that share words with it come first. If empty, the run's request is used."
      >
        {(control) => <input {...control} {...input("query")} />}
      </Field>
      <span class="row">
        <button type="submit" class="button button-primary">Preview</button>
      </span>
    </form>
  );
}

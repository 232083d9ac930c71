import { effect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { draftOf, fieldsOf, type JsonSchema, problemsOf } from "../../../../client/form_fields.ts";
import { useDraft } from "../../../kit/forms/use_draft.ts";
import { InputsForm } from "../../../workflows/inputs/form.tsx";
import type { ReviewStore } from "../store/store.ts";

/** The form of a workflow's approval; its values go with the decision to approve. */
export function Answers({ store, form }: { store: ReviewStore; form: JsonSchema }) {
  const fields = useMemo(() => fieldsOf(form), [store.id]);
  const { value: answers } = useDraft(`answers.${store.id}`, draftOf(fields));
  useEffect(() => effect(() => void (store.answers.value = answers.value)), [answers]);
  const problems = problemsOf(fields, store.refusal.value ?? "");
  return (
    <section class="plain-evidence stack" aria-label="Answers">
      <InputsForm fields={fields} draft={answers} problems={problems.fields} />
    </section>
  );
}

import { useEffect, useMemo } from "preact/hooks";
import { draftOf, fieldsOf, type JsonSchema, problemsOf } from "../../../../client/form_fields.ts";
import { InputsForm } from "../../../workflows/inputs/form.tsx";
import type { ReviewStore } from "../store/store.ts";

/** The form of a workflow's approval; its values go with the decision to approve. */
export function Answers({ store, form }: { store: ReviewStore; form: JsonSchema }) {
  const fields = useMemo(() => fieldsOf(form), [store.id]);
  useEffect(() => {
    store.answers.value = draftOf(fields);
  }, [store.id]);
  const problems = problemsOf(fields, store.refusal.value ?? "");
  return (
    <section class="plain-evidence stack" aria-label="Answers">
      <InputsForm fields={fields} draft={store.answers} problems={problems.fields} />
    </section>
  );
}

import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import { StatementText } from "../common/statement_text.tsx";
import { type MemoryRecord, SCOPES, TYPES } from "../common/types.ts";
import { bodyOf, draftOf, type RecordDraft } from "./draft.ts";

/** Creates a record. It archives the record that it replaces, and the two are linked. */
export function CreateDialog({ replaces, onClose }: { replaces: MemoryRecord | null; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const kept = useDraft<RecordDraft>(`memory.${replaces?.id ?? "new"}`, draftOf(replaces));
  const draft = kept.value;
  const submit = async () => {
    await call("POST /memory", { body: bodyOf(draft.value, replaces?.id) });
    kept.sent();
    toasts.say(replaces ? "The record is replaced." : "Added to memory.");
    onClose();
  };
  const input = (name: keyof RecordDraft) => draftInput(draft, name);
  return (
    <FormDialog
      title={replaces ? "Replace a record" : "Add a note"}
      action={replaces ? "Replace" : "Add"}
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      {replaces && (
        <div class="stack replaced">
          <h3>Replaces</h3>
          <StatementText text={replaces.content} />
        </div>
      )}
      <Field label="Statement" hint="One statement, as later runs should read it.">
        {(control) => <textarea {...control} {...input("content")} required rows={4} autoFocus />}
      </Field>
      <div class="form-row">
        <Field label="Type" hint="Such as decision, or your own word.">
          {(control) => <input {...control} {...input("type")} list="memory-types" required />}
        </Field>
        <Field label="Scope" hint="Where it applies.">
          {(control) => <input {...control} {...input("scope")} list="memory-scopes" required />}
        </Field>
      </div>
      {draft.value.scope !== "global" && (
        <Field
          label="Scope id"
          hint="A project's path, or the id of a conversation, run or task. If empty, all of that kind."
        >
          {(control) => <input {...control} {...input("scopeId")} />}
        </Field>
      )}
      <details>
        <summary>Confidence and time</summary>
        <div class="form-row more-fields">
          <Field label="Confidence" hint="0 to 1. Leave it empty if unknown.">
            {(control) => (
              <input {...control} {...input("confidence")} type="number" min="0" max="1" step="any" />
            )}
          </Field>
          <Field label="Valid from">
            {(control) => <input {...control} {...input("validFrom")} type="datetime-local" />}
          </Field>
          <Field label="Valid until">
            {(control) => <input {...control} {...input("validTo")} type="datetime-local" />}
          </Field>
        </div>
      </details>
      <datalist id="memory-types">{TYPES.map((type) => <option key={type} value={type} />)}</datalist>
      <datalist id="memory-scopes">{SCOPES.map((scope) => <option key={scope} value={scope} />)}</datalist>
    </FormDialog>
  );
}

import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/draft_input.ts";
import { Field } from "../../kit/field.tsx";
import { FormDialog } from "../../kit/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import { StatementText } from "../statement_text.tsx";
import { type MemoryRecord, SCOPES, TYPES } from "../types.ts";
import { bodyOf, draftOf, type RecordDraft } from "./draft.ts";

/** Records a statement; `replaces` is archived with that, and each names the other. */
export function CreateDialog({ replaces, onClose }: { replaces: MemoryRecord | null; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const draft = useSignal<RecordDraft>(draftOf(replaces));
  const submit = async () => {
    await call("POST /memory", { body: bodyOf(draft.value, replaces?.id) });
    toasts.say(replaces ? "The record is replaced." : "It is remembered.");
    onClose();
  };
  const input = (name: keyof RecordDraft) => draftInput(draft, name);
  return (
    <FormDialog
      title={replaces ? "Replace a record" : "Add a note"}
      action={replaces ? "Replace it" : "Remember it"}
      onSubmit={submit}
      onClose={onClose}
    >
      {replaces && (
        <div class="stack replaced">
          <h3>Takes the place of</h3>
          <StatementText text={replaces.content} />
        </div>
      )}
      <Field label="Statement" hint="One thing, as later work should be told it.">
        {(control) => <textarea {...control} {...input("content")} required rows={4} autoFocus />}
      </Field>
      <div class="form-row">
        <Field label="Type" hint="Such as decision, or a word of your own.">
          {(control) => <input {...control} {...input("type")} list="memory-types" required />}
        </Field>
        <Field label="Scope" hint="Where it holds.">
          {(control) => <input {...control} {...input("scope")} list="memory-scopes" required />}
        </Field>
      </div>
      {draft.value.scope !== "global" && (
        <Field
          label="Scope names"
          hint="A project's path, or the id of a conversation, run or task. Empty: all of that kind."
        >
          {(control) => <input {...control} {...input("scopeId")} />}
        </Field>
      )}
      <details>
        <summary>Confidence and time</summary>
        <div class="form-row more-fields">
          <Field label="Confidence" hint="0 to 1; empty where nothing is known of it.">
            {(control) => (
              <input {...control} {...input("confidence")} type="number" min="0" max="1" step="any" />
            )}
          </Field>
          <Field label="Holds from">
            {(control) => <input {...control} {...input("validFrom")} type="datetime-local" />}
          </Field>
          <Field label="Holds until">
            {(control) => <input {...control} {...input("validTo")} type="datetime-local" />}
          </Field>
        </div>
      </details>
      <datalist id="memory-types">{TYPES.map((type) => <option key={type} value={type} />)}</datalist>
      <datalist id="memory-scopes">{SCOPES.map((scope) => <option key={scope} value={scope} />)}</datalist>
    </FormDialog>
  );
}

import type { Signal } from "@preact/signals";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { DOCUMENT_TYPES } from "./types.ts";

/** The text fields of a document. */
type DocumentDraft = { title: string; documentType: string; content: string };

/** The form fields of a document that is written in the dashboard. */
export function DocumentFields<Draft extends DocumentDraft>({ draft }: { draft: Signal<Draft> }) {
  const input = (name: keyof DocumentDraft) => draftInput(draft as Signal<DocumentDraft>, name);
  return (
    <>
      <div class="form-row">
        <Field label="Title">
          {(control) => <input {...control} {...input("title")} required maxLength={300} />}
        </Field>
        <Field label="Type">
          {(control) => (
            <input {...control} {...input("documentType")} list="document-types" required maxLength={64} />
          )}
        </Field>
      </div>
      <Field label="Content">
        {(control) => {
          const { class: _, ...rest } = input("content");
          return (
            <textarea
              {...control}
              {...rest}
              class="input document-editor"
              required
              spellcheck={false}
            />
          );
        }}
      </Field>
      <datalist id="document-types">
        {DOCUMENT_TYPES.map((type) => <option key={type} value={type} />)}
      </datalist>
    </>
  );
}

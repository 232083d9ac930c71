import { useSignal } from "@preact/signals";
import { Banner } from "../../kit/banner.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import { DocumentFields } from "../document_fields.tsx";
import type { ContextDocument } from "../types.ts";
import { entriesOf } from "../../../store/shared/records.ts";

/** Edits a document; changed content creates a new version. Warns if another version was saved meanwhile. */
export function EditDialog({ document, onClose }: { document: ContextDocument; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const began = useSignal(document);
  const { title, documentType, content } = began.value;
  const kept = useDraft(`document.${document.id}`, { title, documentType, content }, document.version);
  const draft = kept.value;
  const submit = async () => {
    const changes = entriesOf(draft.value).filter(([name, value]) => value !== began.value[name]);
    if (changes.length > 0) {
      const params = { id: document.id };
      const { version } = await call("PATCH /projects/context/:id", {
        params,
        body: Object.fromEntries(changes),
      });
      toasts.say(version > document.version ? `Saved as version ${version}.` : "Saved.");
    }
    kept.sent();
    onClose();
  };
  return (
    <FormDialog title="Edit the document" action="Save" wide draft={kept} onSubmit={submit} onClose={onClose}>
      {document.version !== began.value.version && (
        <Banner tone="warning">
          Version {document.version}{" "}
          was saved elsewhere while you were editing. Saving replaces it with your content.
        </Banner>
      )}
      <DocumentFields draft={draft} />
      {document.source && (
        <p class="hint">
          This document was imported. If you change it, it no longer follows{" "}
          <code>{document.source.path}</code>.
        </p>
      )}
    </FormDialog>
  );
}

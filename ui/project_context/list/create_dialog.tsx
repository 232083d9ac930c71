import { useSignal } from "@preact/signals";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Segments } from "../../kit/forms/segments.tsx";
import { useFrame } from "../../shell/mod.ts";
import { DocumentFields } from "../document_fields.tsx";

const WAYS = [
  { value: "write", label: "Write it here" },
  { value: "import", label: "Import a file" },
] as const;

/** Creates a document, written here or imported from a file of the repository, and opens it. */
export function CreateDialog({ projectPath, onClose }: { projectPath: string; onClose: () => void }) {
  const { call, navigate, places } = useFrame();
  const way = useSignal<typeof WAYS[number]["value"]>("write");
  const isDraft = useSignal(false);
  const kept = useDraft("document.new", {
    projectPath,
    title: "",
    documentType: "notes",
    content: "",
    importFrom: "AGENTS.md",
  });
  const draft = kept.value;
  const submit = async () => {
    const { projectPath, title, documentType, content, importFrom } = draft.value;
    const source = way.value === "write" ? { title, documentType, content } : {
      importFrom: importFrom.trim(),
      ...(title.trim() && { title: title.trim() }),
    };
    const status = isDraft.value ? "draft" as const : "active" as const;
    const body = { projectPath: projectPath.trim(), status, ...source };
    const { id } = await call("POST /projects/context", { body });
    kept.sent();
    onClose();
    navigate(places.pathOf(id));
  };
  return (
    <FormDialog title="Add a document" action="Add" wide draft={kept} onSubmit={submit} onClose={onClose}>
      <Segments
        label="How"
        options={WAYS}
        value={way.value}
        onChange={(next) =>
          way.value = next}
      />
      <Field label="Project" hint="The absolute path of the project's directory.">
        {(control) => (
          <input
            {...control}
            {...draftInput(draft, "projectPath")}
            required
            spellcheck={false}
          />
        )}
      </Field>
      {way.value === "write" ? <DocumentFields draft={draft} /> : (
        <div class="form-row">
          <Field
            label="File"
            hint='A path in the repository, a file name to search for in parent directories, or "nearest" for the usual names.'
          >
            {(control) => (
              <input {...control} {...draftInput(draft, "importFrom")} required spellcheck={false} />
            )}
          </Field>
          <Field label="Title" hint="Leave it empty to use the file's title.">
            {(control) => <input {...control} {...draftInput(draft, "title")} />}
          </Field>
        </div>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={isDraft.value}
          onChange={(event) =>
            isDraft.value = event.currentTarget.checked}
        />
        Save as a draft: runs do not get it yet
      </label>
    </FormDialog>
  );
}

import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { draftInput } from "../kit/draft_input.ts";
import { Field } from "../kit/field.tsx";
import { FormDialog } from "../kit/form_dialog.tsx";
import { Select } from "../kit/select.tsx";
import { useFrame } from "../shell/mod.ts";
import { Findings } from "./findings.tsx";
import type { Template, Validation, Workflow } from "./types.ts";

/** Writes a workflow, or a new version of one. What is wrong is shown with its line before anything is saved. */
export function EditDialog({ workflow, templates, onSaved, onClose }: {
  workflow: Workflow | null;
  templates: readonly Template[];
  onSaved: (id: string) => void;
  onClose: () => void;
}) {
  const { call, toasts } = useFrame();
  const draft = useSignal({ source: workflow?.source ?? "", note: "" });
  const validation = useSignal<Validation | null>(null);
  const check = async () => {
    const body = { source: draft.value.source };
    await toasts.attempt(async () => {
      validation.value = (await call("POST /workflow-test-runs/run", { body })).validation;
    }, () => "The text was checked.");
  };
  const submit = async () => {
    const { source, note } = draft.value;
    const saved = await call("POST /saved-workflows", {
      body: { source, ...(workflow && { id: workflow.id }), ...(note.trim() && { note: note.trim() }) },
    });
    toasts.say(`${saved.name} is saved as version ${saved.latestVersion}.`);
    onSaved(saved.id);
  };
  const options = [
    { value: "", label: "Nothing" },
    ...templates.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FormDialog
      title={workflow ? `Edit ${workflow.name}` : "Write a workflow"}
      action="Save it"
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      {!workflow && (
        <Field label="Begin with" hint="Puts a template into the text.">
          {(control) => (
            <Select
              {...control}
              options={options}
              onChange={({ currentTarget: { value } }) => {
                const source = templates.find(({ id }) => id === value)?.source ?? "";
                draft.value = { ...draft.value, source };
              }}
            />
          )}
        </Field>
      )}
      <Field label="Text" hint="YAML or JSON. Comments are kept.">
        {(control) => (
          <textarea
            {...control}
            {...draftInput(draft, "source")}
            required
            rows={18}
            spellcheck={false}
            class="code"
          />
        )}
      </Field>
      <div class="row">
        <Button small onPress={() => void check()}>Check the text</Button>
      </div>
      {validation.value && <Findings validation={validation.value} />}
      <Field label="Note" hint="What changed, for the list of versions; may be left out.">
        {(control) => <input {...control} {...draftInput(draft, "note")} maxLength={1000} />}
      </Field>
    </FormDialog>
  );
}

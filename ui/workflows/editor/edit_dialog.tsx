import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { Select } from "../../kit/forms/select.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { Primitive, Validation, Workflow, WorkflowTemplate } from "../types.ts";
import type { Editor } from "./code_mirror.ts";
import { completionsAt } from "./completion.ts";
import { SourceEditor } from "./source_editor.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";

/** The validation of an empty text. */
const NOTHING: Validation = { valid: true, errors: [], warnings: [] };

/** Writes a workflow or a new version. Errors are shown at their lines before anything is saved. */
export function EditDialog({ workflow, source, onSaved, onClose }: {
  workflow: Workflow | null;
  /** The initial text. */
  source: string;
  onSaved: (id: string) => void;
  onClose: () => void;
}) {
  const { call, toasts } = useFrame();
  const draft = useSignal({ source, note: "" });
  const validation = useSignal<Validation | null>(null);
  const templates = useSignal<readonly WorkflowTemplate[]>([]);
  const primitives = useSignal<readonly Primitive[]>([]);
  const goTo = useRef<Editor["goTo"]>(() => {});
  useEffect(() => {
    call("GET /workflow-templates").then((all) => templates.value = all, () => {});
    call("GET /workflow-primitives").then((all) => primitives.value = all, () => {});
  }, []);
  const change = (source: string) => draft.value = { ...draft.value, source };
  const check = async (source: string): Promise<Validation> => {
    if (source.trim() === "") return NOTHING;
    const found = (await call("POST /workflow-test-runs/run", { body: { source } })).validation;
    if (source === draft.value.source) validation.value = found;
    return found;
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
    ...templates.value.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FormDialog
      title={workflow ? `Edit ${workflow.name}` : "Write a workflow"}
      action="Save"
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      {!workflow && source === "" && (
        <Field label="Start from" hint="Inserts a template.">
          {(control) => (
            <Select
              {...control}
              options={options}
              onPick={(picked) => change(templates.value.find(({ id }) => id === picked)?.source ?? "")}
            />
          )}
        </Field>
      )}
      <div class="field">
        <SourceEditor
          text={draft.value.source}
          onChange={change}
          check={check}
          complete={(text, position) => completionsAt(text, position, primitives.value)}
          onReady={(go) => goTo.current = go}
        />
        <span class="hint small">
          YAML or JSON. Comments are kept. Press Ctrl+Space for suggestions.
        </span>
      </div>
      {validation.value && (
        <Findings
          validation={validation.value}
          onGoTo={(line, column) => goTo.current(line, column)}
        />
      )}
      <Field label="Note" hint="What changed, for the list of versions. Optional.">
        {(control) => <input {...control} {...draftInput(draft, "note")} maxLength={1000} />}
      </Field>
    </FormDialog>
  );
}

/** The errors and warnings of a text, each with a button that goes to its line and column. */
function Findings({ validation: { valid, errors, warnings }, onGoTo }: {
  validation: Validation;
  onGoTo: (line: number, column: number) => void;
}) {
  return (
    <div aria-live="polite">
      {valid && warnings.length === 0 && <Banner tone="good">No problems found.</Banner>}
      {errors.length + warnings.length > 0 && (
        <ul class="loss-list" aria-label="Findings">
          {[...errors, ...warnings].map(({ id, line, column, message, fix }) => (
            <li key={id}>
              <span class="row small">
                <Badge tone={id.startsWith("error") ? "bad" : "warning"}>
                  {id.startsWith("error") ? "error" : "warning"}
                </Badge>
                <button
                  type="button"
                  class="button button-quiet button-small"
                  onClick={() => onGoTo(line, column)}
                >
                  Line {line}, column {column}
                </button>
                <span class="wrap-anywhere">{message} {fix}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

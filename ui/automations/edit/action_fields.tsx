import type { Signal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { SelectField } from "../../kit/forms/select.tsx";
import { useResource } from "../../shell/mod.ts";
import type { AutomationDraft } from "./draft.ts";

const DOES = [{ value: "run", label: "A run" }, { value: "workflow", label: "A workflow" }] as const;

const OVERLAPS = [
  { value: "skip", label: "Skip it" },
  { value: "buffer_one", label: "Start one more afterwards" },
  { value: "allow_all", label: "Start it beside" },
] as const;

/** What it starts: a request or a workflow, where, checked by what, done by whom, and its limits. */
export function ActionFields({ draft }: { draft: Signal<AutomationDraft> }) {
  const set = (part: Partial<AutomationDraft>) => draft.value = { ...draft.value, ...part };
  const isWorkflow = draft.value.does === "workflow";
  return (
    <>
      <Segments label="Starts" options={DOES} value={draft.value.does} onChange={(does) => set({ does })} />
      {isWorkflow ? <WorkflowFields draft={draft} /> : (
        <Field label="Request">
          {(control) => <textarea {...control} {...draftInput(draft, "request")} rows={3} required />}
        </Field>
      )}
      <div class="form-row">
        <Field
          label="Repository"
          hint={isWorkflow ? "That of its definition if empty" : "An absolute path; ~ is your home directory"}
        >
          {(control) => <input {...control} {...draftInput(draft, "repoPath")} required={!isWorkflow} />}
        </Field>
        <Field label="Verifier" hint="A command such as npm test; that of the repository if empty">
          {(control) => <input {...control} {...draftInput(draft, "verifier")} />}
        </Field>
        <Field label="Worker" hint="Such as opencode or ollama/qwen3; routing chooses if empty">
          {(control) => <input {...control} {...draftInput(draft, "worker")} />}
        </Field>
      </div>
      <details>
        <summary>Limits</summary>
        <div class="form-row">
          {!isWorkflow && (
            <Field
              label="Fix rounds"
              hint="How many times a model may retry with the verifier's output: 0 to 5, by default 2"
            >
              {(control) => (
                <input {...control} {...draftInput(draft, "fix")} type="number" min={0} max={5} step={1} />
              )}
            </Field>
          )}
          <SelectField
            label="If the one before still runs"
            options={OVERLAPS}
            value={draft.value.overlap}
            onPick={(overlap) => set({ overlap })}
          />
          <Field label="Failures in a row that pause it" hint="0 never pauses it">
            {(control) => (
              <input
                {...control}
                {...draftInput(draft, "maxConsecutiveFailures")}
                type="number"
                min={0}
                max={100}
                required
              />
            )}
          </Field>
        </div>
      </details>
    </>
  );
}

function WorkflowFields({ draft }: { draft: Signal<AutomationDraft> }) {
  const workflows = useResource(
    ({ call }) => call("GET /saved-workflows", { query: { limit: 1000 } }),
    ({ type }) => type.startsWith("workflow."),
  );
  const options = [
    { value: "", label: "Choose one" },
    ...(workflows.value.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div class="form-row">
      <SelectField
        label="Workflow"
        options={options}
        value={draft.value.workflowId}
        onPick={(workflowId) => draft.value = { ...draft.value, workflowId }}
        required
      />
      <Field label="Inputs" hint="As JSON">
        {(control) => <input {...control} {...draftInput(draft, "inputs")} required />}
      </Field>
    </div>
  );
}

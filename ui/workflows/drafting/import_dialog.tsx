import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { SelectField } from "../../kit/forms/select.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { Draft } from "../types.ts";
import { DraftReport } from "./draft_report.tsx";
import { type ModelChoice, ModelField, modeOf } from "./model_field.tsx";

const FORMATS = [
  { value: "github-actions", label: "GitHub Actions" },
  { value: "archon", label: "Archon" },
  { value: "serverless-workflow", label: "Serverless Workflow" },
] as const;
type Format = typeof FORMATS[number]["value"];

/** Converts a workflow of another program, with a report for each of its lines. Nothing is saved or run. */
export function ImportDialog({ onDraft, onClose }: {
  onDraft: (source: string) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const kept = useDraft("workflow.imported", { content: "" });
  const draft = kept.value;
  const format = useSignal<Format>("github-actions");
  const choice = useSignal<ModelChoice>("");
  const read = useSignal<Draft | null>(null);
  const change = (content: string) => {
    draft.value = { content };
    read.value = null;
  };
  const submit = async () => {
    if (read.value?.source) {
      kept.sent();
      return onDraft(read.value.source);
    }
    const body = { import: { format: format.value, content: draft.value.content }, ...modeOf(choice.value) };
    read.value = await call("POST /workflow-builder/assist", { body });
  };
  return (
    <FormDialog
      title="Import a workflow"
      action={read.value?.source ? "Open in the editor" : "Read"}
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Written for"
        options={FORMATS}
        value={format.value}
        onPick={(value) => {
          format.value = value;
          read.value = null;
        }}
      />
      <Field label="File" hint="Nothing is executed or saved.">
        {(control) => (
          <input
            {...control}
            type="file"
            class="input"
            accept=".yml,.yaml,.json"
            onChange={async ({ currentTarget: { files } }) => {
              const file = files?.[0];
              if (file) change(await file.text());
            }}
          />
        )}
      </Field>
      <Field label="Text">
        {(control) => (
          <textarea
            {...control}
            {...draftInput(draft, "content")}
            onInput={({ currentTarget: { value } }) => change(value)}
            required
            rows={10}
            spellcheck={false}
            class="code"
          />
        )}
      </Field>
      <ModelField
        value={choice.value}
        onChange={(value) => {
          choice.value = value;
          read.value = null;
        }}
      />
      {read.value && <DraftReport draft={read.value} text={draft.value.content} />}
    </FormDialog>
  );
}

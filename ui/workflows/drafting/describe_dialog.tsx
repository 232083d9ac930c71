import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import { RepositoryField } from "../inputs/repository_field.tsx";
import type { Draft } from "../types.ts";
import { DraftReport } from "./draft_report.tsx";
import { type ModelChoice, ModelField, modeOf } from "./model_field.tsx";

/** Creates or changes a draft from plain words, and shows how they were understood. Nothing is saved or run. */
export function DescribeDialog({ draft, onDraft, onClose }: {
  /** The definition to change; a new one if omitted. */
  draft?: string;
  onDraft: (source: string) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const kept = useDraft(draft === undefined ? "workflow.described" : "workflow.changed", { content: "" });
  const words = kept.value;
  const choice = useSignal<ModelChoice>("");
  const made = useSignal<Draft | null>(null);
  const repoPath = useSignal("");
  const submit = async () => {
    if (made.value?.source) {
      kept.sent();
      return onDraft(made.value.source);
    }
    const body = {
      content: words.value.content,
      ...modeOf(choice.value),
      ...(draft !== undefined && { draft }),
      ...(repoPath.value.trim() !== "" && { repoPath: repoPath.value.trim() }),
    };
    made.value = await call("POST /workflow-builder/assist", { body });
  };
  return (
    <FormDialog
      title={draft === undefined ? "Describe a workflow" : "Describe a change"}
      action={made.value?.source ? "Open in the editor" : "Make a draft"}
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={draft === undefined ? "What it does" : "What is to change"}
        hint={draft === undefined
          ? "A step on each line, such as: run the tests; ask me: Ship it? Nothing is executed or saved."
          : "Fixed rules put each line after the steps that are there; a model changes what you say. Nothing is saved."}
      >
        {(control) => (
          <textarea
            {...control}
            {...draftInput(words, "content")}
            onInput={({ currentTarget: { value } }) => {
              words.value = { content: value };
              made.value = null;
            }}
            required
            maxLength={20_000}
            rows={8}
          />
        )}
      </Field>
      <RepositoryField
        path={repoPath}
        hint="Its scripts and its test command can be called by their names."
      />
      <ModelField
        value={choice.value}
        onChange={(value) => {
          choice.value = value;
          made.value = null;
        }}
      />
      {made.value && <DraftReport draft={made.value} text={words.value.content} />}
    </FormDialog>
  );
}

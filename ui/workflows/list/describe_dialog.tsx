import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/draft_input.ts";
import { Field } from "../../kit/field.tsx";
import { FormDialog } from "../../kit/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { Draft } from "../types.ts";
import { DraftReport } from "./draft_report.tsx";
import { type ModelChoice, ModelField, modeOf } from "./model_field.tsx";

/** Makes a draft of words, and shows what was understood of them. Nothing is saved and nothing runs. */
export function DescribeDialog({ onDraft, onClose }: {
  onDraft: (source: string) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const words = useSignal({ content: "" });
  const choice = useSignal<ModelChoice>("");
  const made = useSignal<Draft | null>(null);
  const submit = async () => {
    if (made.value?.source) return onDraft(made.value.source);
    const body = { content: words.value.content, ...modeOf(choice.value) };
    made.value = await call("POST /workflow-builder/assist", { body });
  };
  return (
    <FormDialog
      title="Describe a workflow"
      action={made.value?.source ? "Open in the editor" : "Make a draft"}
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="What it does"
        hint="A step on each line, such as: run npm test; ask me: Ship it? Nothing is executed or saved."
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

import { useSignal } from "@preact/signals";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { draftInput } from "../../kit/draft_input.ts";
import { Field } from "../../kit/field.tsx";
import { FormDialog } from "../../kit/form_dialog.tsx";
import { Select } from "../../kit/select.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { Draft } from "../types.ts";

const FORMATS = [
  { value: "github-actions", label: "GitHub Actions" },
  { value: "archon", label: "Archon" },
  { value: "serverless-workflow", label: "Serverless Workflow" },
] as const;
type Format = typeof FORMATS[number]["value"];

const TONES = { imported: "good", changed: "info", refused: "warning" } as const;

/** Reads a workflow of another program, and shows what became of each of its lines. Nothing is saved and nothing runs. */
export function ImportDialog({ onDraft, onClose }: {
  onDraft: (source: string) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const draft = useSignal({ content: "" });
  const format = useSignal<Format>("github-actions");
  const read = useSignal<Draft | null>(null);
  const change = (content: string) => {
    draft.value = { content };
    read.value = null;
  };
  const submit = async () => {
    if (read.value?.source) return onDraft(read.value.source);
    const body = { import: { format: format.value, content: draft.value.content } };
    read.value = await call("POST /workflow-builder/assist", { body });
  };
  return (
    <FormDialog
      title="Import a workflow"
      action={read.value?.source ? "Open in the editor" : "Read"}
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Written for">
        {(control) => (
          <Select
            {...control}
            options={FORMATS}
            value={format.value}
            onChange={({ currentTarget: { value } }) => {
              format.value = value as Format;
              read.value = null;
            }}
          />
        )}
      </Field>
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
      {read.value && <Report draft={read.value} text={draft.value.content} />}
    </FormDialog>
  );
}

function Report({ draft: { source, losses, questions, explanation }, text }: { draft: Draft; text: string }) {
  const lines = text.split("\n");
  return (
    <section class="stack" aria-live="polite">
      {!source && <Banner tone="bad">Nothing can be imported. The lines below say why.</Banner>}
      {explanation.map((sentence) => <p key={sentence} class="small">{sentence}</p>)}
      {questions.map((question) => <Banner key={question} tone="warning">{question}</Banner>)}
      <ul class="loss-list" aria-label="Result for each line">
        {(losses ?? []).map(({ id, line, status, why }) => (
          <li key={id}>
            <span class="row small">
              <Badge tone={TONES[status]}>{status}</Badge>
              <span>line {line}</span>
              <code class="wrap-anywhere">{lines[line - 1]?.trim()}</code>
            </span>
            <span class="small wrap-anywhere">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

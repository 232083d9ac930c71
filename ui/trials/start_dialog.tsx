import { useSignal } from "@preact/signals";
import { counted } from "../../client/words.ts";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { useFrame } from "../shell/mod.ts";
import type { ShownPlan, Trial } from "./types.ts";

/** Asks who attempts the cases, shows what that costs at worst and what leaves, and starts after one yes. */
export function StartDialog({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const { call } = useFrame();
  const kept = useDraft(`trial.start.${trial.id}`, {
    workers: "",
    writer: "",
    cases: String(trial.proved),
    maxCostUsd: "",
    attemptUsd: "",
    attemptMinutes: "30",
  });
  const draft = kept.value;
  const shown = useSignal<{ plan: ShownPlan; text: string } | null>(null);
  const text = JSON.stringify(draft.value);
  const plan = shown.value?.text === text ? shown.value.plan : null;
  const params = { id: trial.id };
  const submit = async () => {
    const { workers, writer, cases, maxCostUsd, attemptUsd, attemptMinutes } = draft.value;
    const asked = {
      workers: workers.split(/[\s,]+/).filter(Boolean),
      cases: Number(cases),
      ...(writer.trim() && { writer: writer.trim() }),
      ...(maxCostUsd && { maxCostUsd: Number(maxCostUsd) }),
      ...(attemptUsd && { attemptUsd: Number(attemptUsd) }),
      attemptMinutes: Number(attemptMinutes),
    };
    if (plan === null) {
      shown.value = { plan: await call("POST /trials/:id/plan", { params, body: asked }), text };
      return;
    }
    await call("POST /trials/:id/start", { params, body: { asked, sha256: plan.sha256 } });
    kept.sent();
    onClose();
  };
  return (
    <FormDialog
      title="Start the trial"
      action={plan ? `Start ${counted(plan.attempts, "attempt")}` : "Show what it costs"}
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Workers" hint="As provider/model, with spaces between them. Two or more are compared.">
        {(control) => <input {...control} {...draftInput(draft, "workers")} required spellcheck={false} />}
      </Field>
      <Field
        label="Requests written by"
        hint="A model as provider/model, which sees messages, names of changed files, and tests. Empty: workers get the messages."
      >
        {(control) => <input {...control} {...draftInput(draft, "writer")} spellcheck={false} />}
      </Field>
      <div class="form-row">
        <Field label="Cases" hint="The newest first.">
          {(control) => (
            <input
              {...control}
              {...draftInput(draft, "cases")}
              type="number"
              min={1}
              max={trial.proved}
              required
            />
          )}
        </Field>
        <Field label="Minutes an attempt">
          {(control) => (
            <input
              {...control}
              {...draftInput(draft, "attemptMinutes")}
              type="number"
              min={1}
              max={600}
              required
            />
          )}
        </Field>
      </div>
      <div class="form-row">
        <Field label="Dollars in all" hint="No attempt starts that could exceed it.">
          {(control) => <input {...control} {...draftInput(draft, "maxCostUsd")} inputMode="decimal" />}
        </Field>
        <Field label="Dollars an attempt">
          {(control) => <input {...control} {...draftInput(draft, "attemptUsd")} inputMode="decimal" />}
        </Field>
      </div>
      {plan && <Plan plan={plan} />}
    </FormDialog>
  );
}

const Plan = ({ plan: { cost, leaves, notes } }: { plan: ShownPlan }) => (
  <div class="trial-plan stack" role="status">
    <p>
      <strong>{cost}</strong>
    </p>
    <ul>
      {leaves.map(({ worker, to, privacy, what }) => (
        <li key={worker}>
          <code>{worker}</code> → <code class="wrap-anywhere">{to}</code> ({privacy}): {what}
        </li>
      ))}
    </ul>
    {notes.map((note) => <p key={note} class="hint small">{note}</p>)}
  </div>
);

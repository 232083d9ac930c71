import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { SelectField } from "../../kit/forms/select.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import type { Automation } from "../types.ts";
import { WEBHOOK_PROOFS } from "../../../store/shared/enumerations.ts";
import { triggerWords } from "../../../client/trigger_words.ts";
import { type AutomationDraft, readInputOf, type TriggerReading } from "./draft.ts";

const PROOFS = {
  shared_secret: "The secret in a header",
  standard_webhooks: "Standard Webhooks",
  github: "GitHub",
} satisfies Record<AutomationDraft["verification"], string>;

/** What the service says of the words: how it reads them, or why it does not; null before it has answered. */
type Verdict = { reading: TriggerReading } | { refusal: string } | null;

/** The pause after the last key press before the service is asked. */
const PAUSE_MILLISECONDS = 200;

/** When it is to start, in words or as a pattern, with what the service reads and the next five times. */
export function WhenFields({ draft, automation }: {
  draft: Signal<AutomationDraft>;
  automation: Automation | null;
}) {
  const verdict = useReading(draft.value);
  const reading = verdict && "reading" in verdict ? verdict.reading : null;
  const kind = reading ? reading.trigger?.kind ?? "webhook" : automation?.trigger.kind;
  return (
    <>
      <div class="form-row">
        <Field
          label="When"
          hint={`Such as "every weekday at 9 in Berlin", "every 15 minutes", "when a run in shop fails", "when this webhook comes", "by hand"; or a pattern of cron`}
        >
          {(control) => (
            <input
              {...control}
              {...draftInput(draft, "when")}
              required={automation === null}
              placeholder={automation ? triggerWords(automation) : ""}
            />
          )}
        </Field>
        <Field label="Time zone" hint="Such as Europe/Berlin, or UTC">
          {(control) => <input {...control} {...draftInput(draft, "timezone")} required />}
        </Field>
      </div>
      <div class="reading" aria-live="polite">
        {verdict && "refusal" in verdict && <p class="field-problem">{verdict.refusal}</p>}
        {reading && <Reading reading={reading} />}
      </div>
      {reading && reading.trigger === null && <WebhookFields draft={draft} />}
      {(kind === "event" || kind === "webhook") && (
        <Field label="Only if" hint="An expression in CEL, such as trigger.body.action == &quot;opened&quot;">
          {(control) => <input {...control} {...draftInput(draft, "filter")} />}
        </Field>
      )}
      {kind === "webhook" && <DeliveredFields draft={draft} />}
    </>
  );
}

/** Asks the service what it reads, while one types. A late answer to earlier words is dropped. */
function useReading({ when, timezone }: Pick<AutomationDraft, "when" | "timezone">): Verdict {
  const { call } = useFrame();
  const verdict = useSignal<Verdict>(null);
  useEffect(() => {
    const body = readInputOf({ when, timezone });
    if (body === null) return void (verdict.value = null);
    let isCurrent = true;
    const take = (next: Verdict) => isCurrent && (verdict.value = next);
    const timer = setTimeout(() =>
      call("POST /automations/read-trigger", { body }).then(
        (reading) => take({ reading }),
        (cause: Error) => take({ refusal: cause.message }),
      ), PAUSE_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [when, timezone]);
  return verdict.value;
}

function Reading({ reading: { schedule, nextFires } }: { reading: TriggerReading }) {
  return (
    <>
      <p>
        <strong>{schedule.words}</strong>
      </p>
      {nextFires.length > 0 && (
        <ol class="next-fires small" aria-label="The next times">
          {nextFires.map(({ at, words, note }) => (
            <li key={at}>
              <time dateTime={at}>{words}</time>
              {note && <span class="hint">{note}</span>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** What a delivery gives to a workflow, and what makes two of them the same. */
function DeliveredFields({ draft }: { draft: Signal<AutomationDraft> }) {
  return (
    <div class="form-row">
      {draft.value.does === "workflow" && (
        <Field label="Inputs from the delivery" hint='As JSON, such as {"number": "trigger.body.number"}'>
          {(control) => <input {...control} {...draftInput(draft, "delivered")} />}
        </Field>
      )}
      <Field label="Same delivery" hint="An expression that is equal for both, such as trigger.body.id">
        {(control) => <input {...control} {...draftInput(draft, "dedupe")} />}
      </Field>
    </div>
  );
}

function WebhookFields({ draft }: { draft: Signal<AutomationDraft> }) {
  const secrets = useResource(
    ({ call }) => call("GET /secrets", { query: { status: "present", limit: 1000 } }),
    ({ type }) => type.startsWith("secret."),
  );
  const set = (part: Partial<AutomationDraft>) => draft.value = { ...draft.value, ...part };
  const options = [
    { value: "", label: "Choose one" },
    ...(secrets.value.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <div class="form-row">
      <Field label="Path" hint={`Requests go to /automation-webhooks/${draft.value.path || "…"}`}>
        {(control) => (
          <input {...control} {...draftInput(draft, "path")} pattern="[a-z0-9\-]{1,64}" required />
        )}
      </Field>
      <SelectField
        label="Secret"
        hint="Known to the sender too; set one under Connections, Secrets"
        options={options}
        value={draft.value.secretId}
        onPick={(secretId) => set({ secretId })}
        required
      />
      <SelectField
        label="Proof of the sender"
        options={WEBHOOK_PROOFS.map((value) => ({ value, label: PROOFS[value] }))}
        value={draft.value.verification}
        onPick={(verification) => set({ verification })}
      />
    </div>
  );
}

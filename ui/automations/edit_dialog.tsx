import { Field } from "../kit/forms/field.tsx";
import { draftInput } from "../kit/forms/draft_input.ts";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { useFrame } from "../shell/mod.ts";
import { usePatternWords } from "./pattern_words.ts";
import type { Automation } from "./types.ts";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Creates or changes an automation; fields that the form does not show are kept. */
export function EditDialog({ automation, onClose }: { automation: Automation | null; onClose: () => void }) {
  const { call, navigate, places, toasts } = useFrame();
  const trigger = automation?.trigger ??
    { kind: "schedule" as const, cron: "0 9 * * MON-FRI", timezone: ZONE };
  const action = automation?.action;
  const isWorkflow = action?.kind === "workflow";
  const hasCron = "cron" in trigger;
  const kept = useDraft(`automation.${automation?.id ?? "new"}`, {
    name: automation?.name ?? "",
    request: action?.kind === "run" ? action.request : "",
    repoPath: action?.repoPath ?? "",
    fix: action?.kind === "run" && action.fix !== undefined ? String(action.fix) : "",
    cron: hasCron ? trigger.cron : "",
    timezone: hasCron ? trigger.timezone : "",
  });
  const draft = kept.value;
  const words = usePatternWords(draft.value.cron, draft.value.timezone);
  const submit = async () => {
    const { name, request, repoPath, fix, cron, timezone } = draft.value;
    const saved = await call("POST /automations", {
      body: {
        ...(automation && keptOf(automation)),
        name,
        trigger: hasCron ? { kind: "schedule", cron, timezone } : writable(trigger),
        action: isWorkflow ? { ...action, fix: undefined, repoPath: repoPath || undefined } : {
          ...(action ?? { kind: "run" as const }),
          request,
          repoPath,
          fix: fix === "" ? undefined : Number(fix),
        },
      },
    });
    kept.sent();
    toasts.say(automation ? `${name} is saved.` : `${name} is enabled.`);
    onClose();
    navigate(places.pathOf(saved.id));
  };
  return (
    <FormDialog
      title={automation ? `Edit ${automation.name}` : "New automation"}
      action={automation ? "Save" : "Create and enable"}
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name">
        {(control) => <input {...control} {...draftInput(draft, "name")} required />}
      </Field>
      {!isWorkflow && (
        <Field label="Request">
          {(control) => <textarea {...control} {...draftInput(draft, "request")} rows={4} required />}
        </Field>
      )}
      <Field label="Repository" hint="An absolute path; ~ is your home directory">
        {(control) => <input {...control} {...draftInput(draft, "repoPath")} required={!isWorkflow} />}
      </Field>
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
      {hasCron && (
        <>
          <Field
            label="Pattern"
            hint={words ?? "Minute, hour, day of month, month, day of week; or @hourly … @yearly"}
          >
            {(control) => <input {...control} {...draftInput(draft, "cron")} required />}
          </Field>
          <Field label="Time zone" hint="Such as Europe/Berlin, or UTC">
            {(control) => <input {...control} {...draftInput(draft, "timezone")} required />}
          </Field>
        </>
      )}
    </FormDialog>
  );
}

/** Returns the fields of an automation that an edit keeps. */
function keptOf(automation: Automation) {
  const { id, description, overlap, catchUp, catchupWindow, jitter, maxConsecutiveFailures, startAt, endAt } =
    automation;
  return { id, description, overlap, catchUp, catchupWindow, jitter, maxConsecutiveFailures, startAt, endAt };
}

/** Returns a trigger as it is sent, without fields that are not set. */
function writable(trigger: Automation["trigger"]) {
  if (trigger.kind === "event") {
    const { filter, ...rest } = trigger;
    return { ...rest, ...(filter !== null && { filter }) };
  }
  if (trigger.kind !== "webhook") return trigger;
  const { filter, previousSecretId, previousUntil, ...rest } = trigger;
  return {
    ...rest,
    ...(filter !== null && { filter }),
    ...(previousSecretId !== null && { previousSecretId }),
    ...(previousUntil !== null && { previousUntil }),
  };
}

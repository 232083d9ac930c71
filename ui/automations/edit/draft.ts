import { readJson } from "../../kit/forms/read_json.ts";
import type { Call, Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import { WEBHOOK_PROOFS } from "../../../store/shared/enumerations.ts";
import type { Automation } from "../types.ts";

/** How the service read when an automation is to start. */
export type TriggerReading = Result<Api["POST /automations/read-trigger"]>;

/** What is sent to read it. */
type ReadInput = NonNullable<
  Call<"POST /automations/read-trigger", Api["POST /automations/read-trigger"]>["body"]
>;

/** What is sent to save an automation. */
type AutomationInput = Call<"POST /automations", Api["POST /automations"]>["body"];

/** The fields of the form. */
export type AutomationDraft = {
  name: string;
  /** Words, or a pattern of cron; empty keeps the trigger that there is. */
  when: string;
  timezone: string;
  filter: string;
  path: string;
  secretId: string;
  verification: (typeof WEBHOOK_PROOFS)[number];
  /** The inputs that a delivery gives, as JSON. */
  delivered: string;
  dedupe: string;
  does: "run" | "workflow";
  request: string;
  workflowId: string;
  inputs: string;
  repoPath: string;
  verifier: string;
  worker: string;
  fix: string;
  overlap: Automation["overlap"];
  maxConsecutiveFailures: string;
};

/** The zone of this browser. */
const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the fields of an automation, or those of a new one. */
export function draftOf(automation: Automation | null): AutomationDraft {
  const { trigger, action } = automation ?? {};
  const worker = action?.worker;
  const webhook = trigger?.kind === "webhook" ? trigger : null;
  return {
    name: automation?.name ?? "",
    when: trigger === undefined ? "every weekday at 9" : "cron" in trigger ? trigger.cron : "",
    timezone: trigger && "timezone" in trigger ? trigger.timezone : here(),
    filter: trigger && "filter" in trigger ? trigger.filter ?? "" : "",
    path: "",
    secretId: "",
    verification: WEBHOOK_PROOFS[0],
    delivered: webhook?.inputs ? JSON.stringify(webhook.inputs) : "",
    dedupe: webhook?.dedupe ?? "",
    does: action?.kind ?? "run",
    request: action?.kind === "run" ? action.request : "",
    workflowId: action?.kind === "workflow" ? action.workflowId : "",
    inputs: action?.kind === "workflow" ? JSON.stringify(action.inputs) : "{}",
    repoPath: action?.repoPath ?? "",
    verifier: action?.verifier?.command ?? "",
    worker: worker ? [worker.provider, ...(worker.model ? [worker.model] : [])].join("/") : "",
    fix: action?.fix === undefined ? "" : String(action.fix),
    overlap: automation?.overlap ?? "skip",
    maxConsecutiveFailures: String(automation?.maxConsecutiveFailures ?? 5),
  };
}

/** Five fields, or a name such as `@daily`: a pattern and no sentence. */
const PATTERN =
  /^(?:@\w+|(?:[\d*?/,#LW-]|MON|TUE|WED|THU|FRI|SAT|SUN|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)+(?:\s+\S+){4,5})$/i;

/** Returns what to ask of the service to read when it is to start; null where the trigger that there is stays. */
export function readInputOf(
  { when, timezone }: Pick<AutomationDraft, "when" | "timezone">,
): ReadInput | null {
  const said = when.trim();
  if (said === "") return null;
  return PATTERN.test(said)
    ? { trigger: { kind: "schedule", cron: said, timezone } }
    : { when: said, timezone };
}

/** Returns what saves the form; fields that it does not show are kept. */
export function bodyOf(
  draft: AutomationDraft,
  reading: TriggerReading | null,
  automation: Automation | null,
): AutomationInput {
  return {
    ...(automation && keptOf(automation)),
    name: draft.name,
    trigger: triggerOf(draft, reading, automation),
    action: actionOf(draft, automation),
    overlap: draft.overlap,
    maxConsecutiveFailures: Number(draft.maxConsecutiveFailures),
  };
}

function triggerOf(
  { path, secretId, verification, filter, does, delivered, dedupe }: AutomationDraft,
  reading: TriggerReading | null,
  automation: Automation | null,
): AutomationInput["trigger"] {
  const condition = filter.trim() === "" ? {} : { filter };
  const given = {
    ...(does === "workflow" && delivered.trim() !== "" &&
      { inputs: readJson<Record<string, string>>(delivered, "The inputs from the delivery are") }),
    ...(dedupe.trim() !== "" && { dedupe }),
  };
  if (reading && reading.trigger === null) {
    return { kind: "webhook", path, secretId, verification, ...condition, ...given };
  }
  const trigger = reading?.trigger ?? automation!.trigger;
  if (trigger.kind !== "event" && trigger.kind !== "webhook") return trigger;
  const { filter: said, ...rest } = trigger;
  const kept = filter.trim() === "" && said !== null && reading !== null ? { filter: said } : condition;
  if (rest.kind === "event") return { ...rest, ...kept };
  const { previousSecretId, until, inputs: _, dedupe: _1, ...webhook } = rest;
  return {
    ...webhook,
    ...kept,
    ...given,
    ...(previousSecretId !== null && { previousSecretId }),
    ...(until !== null && { until }),
  };
}

function actionOf(draft: AutomationDraft, automation: Automation | null): AutomationInput["action"] {
  const { does, request, repoPath, verifier, worker, fix, workflowId, inputs } = draft;
  const before = automation?.action.kind === does ? automation.action : {};
  const [provider = "", ...model] = worker.trim().split("/");
  const how = {
    ...before,
    verifier: verifier.trim() === "" ? undefined : { command: verifier },
    worker: provider === "" ? undefined : { provider, ...(model.length > 0 && { model: model.join("/") }) },
  };
  if (does === "workflow") {
    return {
      version: null,
      ...how,
      kind: "workflow",
      workflowId,
      inputs: readJson(inputs, "The inputs are"),
      repoPath: repoPath || undefined,
      fix: undefined,
    };
  }
  return { ...how, kind: "run", request, repoPath, fix: fix === "" ? undefined : Number(fix) };
}

/** Returns the fields of an automation that an edit keeps. */
function keptOf({ id, description, catchUp, catchupWindow, jitter, startAt, endAt }: Automation) {
  return { id, description, catchUp, catchupWindow, jitter, startAt, endAt };
}

import { spanWords } from "../../client/iso_duration.ts";
import { triggerWords } from "../../client/trigger_words.ts";
import { counted, duration, firstLine, relativeTime } from "../../client/words.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { Views } from "./answer_view.ts";
import { cell, localTime } from "./cell.ts";
import { type Columns, indented, section } from "./section.ts";
import { inOrder, object } from "./value.ts";

type ShownAutomation = Result<Api["GET /automations/:id"]>;
type ShownPreview = Result<Api["GET /automations/:id/preview"]>;
type ShownTrigger = Result<Api["POST /automations/read-trigger"]>;
type ShownAction = ShownAutomation["action"];

/** What happens with a start while an earlier run has not ended. */
const OVERLAPS: Record<ShownAutomation["overlap"], string> = {
  skip: "nothing starts while an earlier run has not ended",
  buffer_one: "one start waits while an earlier run has not ended",
  allow_all: "it starts although an earlier run has not ended",
};

const listed = (automations: Result<Api["GET /automations"]>, columns: Columns): string[] =>
  inOrder(
    automations.map(({ id, name, status, nextFireAt, lastFire, trigger }) => ({
      name,
      next: nextFireAt === null ? "" : relativeTime(Date.parse(nextFireAt), Date.now()),
      last: lastFire?.outcome.replaceAll("_", " ") ?? "",
      when: triggerWords({ trigger }),
      status,
      id,
    })),
    columns,
  );

const details = (automation: ShownAutomation, columns: Columns): string[] => [
  ...object({
    name: automation.name,
    status: automation.status,
    why: automation.pausedReason,
    description: automation.description,
    when: triggerWords(automation),
    next: automation.nextFires.map(localTime).slice(0, 3).join(", "),
    does: actionWords(automation.action),
    repository: automation.action.repoPath,
    verifier: automation.action.verifier?.command,
    overlap: OVERLAPS[automation.overlap],
    missedTimes: missedWords(automation),
    jitter: automation.jitter === "PT0S" ? null : `up to ${spanWords(automation.jitter)}`,
    between: between(automation),
    failures: failureWords(automation),
    openRuns: automation.openRunIds.join(", "),
    id: automation.id,
  }, columns),
  ...section("ledger", ledgerLines(automation, indented(columns))),
  "",
  paint.dim(`What it would do now: agent-harness automations preview ${automation.id}`),
];

function missedWords({ trigger, catchUp, catchupWindow }: ShownAutomation): string {
  if (trigger.kind !== "schedule") return "";
  if (catchUp === "none") return "none is caught up";
  return `${catchUp === "all" ? "all are" : "the latest one is"} caught up, if ${
    catchUp === "all" ? "they are" : "it is"
  } at most ${spanWords(catchupWindow)} old`;
}

function between({ startAt, endAt }: ShownAutomation): string {
  const from = startAt === null ? [] : [`from ${localTime(startAt)}`];
  return [...from, ...(endAt === null ? [] : [`until ${localTime(endAt)}`])].join(" ");
}

function failureWords({ consecutiveFailures, maxConsecutiveFailures }: ShownAutomation): string {
  const limit = maxConsecutiveFailures === 0
    ? "never pause it"
    : `it is paused after ${maxConsecutiveFailures} in a row`;
  return `${
    consecutiveFailures === 0 ? "none" : counted(consecutiveFailures, "in a row", "in a row")
  }; ${limit}`;
}

function actionWords(action: ShownAction): string {
  if (action.kind === "run") return firstLine(action.request);
  const version = action.version === null ? "its active version" : `version ${action.version}`;
  const inputs = cell(action.inputs);
  return `the workflow ${action.workflowId}, ${version}${inputs === "" ? "" : `, with ${inputs}`}`;
}

function ledgerLines({ ledger: { items, check } }: ShownAutomation, columns: Columns): string[] {
  if (items.length === 0) return ["Nothing yet."];
  const rows = items.map(({ dueAt, range, outcome, latenessMs, reason, runId }) => ({
    due: localTime(dueAt),
    times: range === null ? "" : `${range.countAtLeast ? "at least " : ""}${range.count}`,
    outcome: outcome.replaceAll("_", " "),
    late: latenessMs === 0 ? "" : duration(latenessMs),
    run: runId ?? "",
    why: oneLine(reason ?? ""),
  }));
  const missing = check === null || check.equal ? [] : [
    `The schedule had ${check.due} times since ${localTime(check.from)}, and ${check.counted} are listed.`,
  ];
  return [...inOrder(rows, columns), ...missing];
}

const fires = (items: ShownPreview["nextFires"]): string[] =>
  items.map(({ words, note, skippedBecause }) =>
    oneLine([words, note ?? [], skippedBecause ?? []].flat().join("  "))
  );

const preview = (shown: ShownPreview): string[] => [
  shown.wouldQueue === null
    ? `Now it would start nothing: ${shown.outcomeNow.replaceAll("_", " ")}.`
    : `Now it would start: ${oneLine(actionWords(shown.wouldQueue))}`,
  ...shown.blockers.map((blocker) => `${paint.yellow("!")} ${oneLine(blocker)}`),
  ...scheduled(shown),
  ...(shown.perMonth.fires === null ? [] : ["", monthWords(shown.perMonth)]),
];

const scheduled = (
  { schedule: { words, rules }, nextFires }: Pick<ShownPreview, "schedule" | "nextFires">,
) => [
  `${oneLine(words)}.`,
  ...rules.map((rule) => paint.dim(oneLine(rule))),
  ...(nextFires.length === 0 ? [] : section("next", fires(nextFires))),
];

function monthWords({ fires, atLeast, executions, costUsd, maxCostUsd }: ShownPreview["perMonth"]): string {
  const cost = costUsd === null
    ? "at an unknown cost"
    : `for $${costUsd.low.toFixed(2)} to $${costUsd.high.toFixed(2)}`;
  const most = maxCostUsd === null ? "" : `, and never more than $${maxCostUsd.toFixed(2)}`;
  return `In 30 days ${atLeast ? "at least " : ""}${counted(fires!, "time")}${
    executions === null ? "" : `, with at most ${counted(executions, "execution")}`
  }, ${cost}${most}.`;
}

const reading = ({ trigger, needs, parsed, ...rest }: ShownTrigger): string[] => [
  ...scheduled(rest),
  ...(parsed.length === 0
    ? []
    : section("understood", parsed.map(({ text, means }) => `"${oneLine(text)}": ${oneLine(means)}`))),
  ...(trigger === null ? ["", `It also needs: ${needs.join(", ")}.`] : []),
];

/** How automations are shown. */
export const AUTOMATION_VIEWS: Views = {
  "GET /automations": listed,
  "POST /automations": details,
  "GET /automations/:id": details,
  "POST /automations/:id/enable": details,
  "POST /automations/:id/disable": details,
  "POST /automations/:id/pause": details,
  "GET /automations/:id/preview": preview,
  "POST /automations/read-trigger": reading,
};

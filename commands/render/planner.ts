import { counted } from "../../client/words.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { addedTaskLines } from "./added_task.ts";
import type { Views } from "./answer_view.ts";
import { localTime } from "./cell.ts";
import { type Columns, indented, section } from "./section.ts";
import { inOrder, list, object } from "./value.ts";

type ShownItem = Result<Api["GET /planner/artifacts/:id"]>;
type ShownAnswer = Result<Api["POST /planner/ask"]>;
type ShownPlannerSettings = Result<Api["GET /planner/settings"]>;

/** What proves a sentence of an answer. */
export type SentenceProof = Pick<ShownAnswer["citations"][number], "n" | "source" | "title" | "quote">;

/** Returns a sentence of an answer, and below it what proves it. */
export function sentenceLines(
  text: string,
  numbers: readonly number[],
  cited: readonly SentenceProof[],
): string[] {
  return [
    oneLine(text) + numbers.map((n) => ` [${n}]`).join(""),
    ...cited.map(({ n, source, title, quote }) =>
      paint.dim(`  [${n}] ${oneLine(source)}: ${oneLine(title === quote ? title : `${title}: ${quote}`)}`)
    ),
  ];
}

function answerLines(
  { answer, sentences, citations, refusal, coverage, dropped, model }: ShownAnswer,
): string[] {
  if (refusal) return [oneLine(refusal.detail)];
  const seen = new Set<number>();
  const lines = sentences.flatMap(({ text, citations: numbers }) => {
    const fresh = citations.filter(({ n }) => numbers.includes(n) && !seen.has(n));
    for (const { n } of fresh) seen.add(n);
    return sentenceLines(text, numbers, fresh);
  });
  const stale = coverage.filter((each) => each.stale).map(({ source }) => source);
  return [
    ...(lines.length === 0 ? [oneLine(answer)] : lines),
    ...(stale.length === 0 ? [] : [`${paint.yellow("!")} Not up to date: ${stale.join(", ")}.`]),
    ...(dropped === 0 ? [] : [
      `${counted(dropped, "sentence")} could not be proved and ${dropped === 1 ? "is" : "are"} left out.`,
    ]),
    ...(model?.detail ? [oneLine(model.detail)] : []),
  ];
}

const when = (moment: ShownItem["start"]): string =>
  moment === null
    ? ""
    : moment.allDay
    ? moment.local.slice(0, 10)
    : moment.at === null
    ? moment.local.replace("T", " ")
    : localTime(moment.at);

const items = (artifacts: readonly ShownItem[], columns: Columns): string[] =>
  inOrder(
    artifacts.map(({ id, title, start, end, repeats, itemType, source, status }) => ({
      start: when(start),
      end: when(end),
      title,
      repeats,
      kind: itemType,
      source,
      status: status === "active" ? "" : status,
      id,
    })),
    columns,
  );

const item = ({ start, end, classification, history, ...rest }: ShownItem, columns: Columns): string[] => {
  const { title, location, repeats, people, content, source, calendarId, itemType, status, id } = rest;
  return object({
    title,
    start: when(start),
    end: when(end),
    timeZone: start?.allDay || start?.floating ? null : start?.timeZone,
    repeats,
    location,
    people: people.join(", "),
    kind: itemType,
    status,
    class: classification.label.replaceAll("_", " "),
    reason: classification.reasons.join(" "),
    tags: rest.tags.map((tag) => `#${tag}`).join(" "),
    source: `${source}, calendar ${calendarId}`,
    alsoIn: rest.alsoIn.map(({ source }) => source).join(", "),
    conflicts: rest.conflictIds.length === 0 ? null : rest.conflictIds.join(", "),
    changed: localTime(history.changedAt),
    id,
    text: content,
  }, columns);
};

/** The settings in words; those of sources are a table. */
function settings(shown: ShownPlannerSettings, columns: Columns): string[] {
  const { workingHours, quietHours, sources, smtp, ask, identity, ...rest } = shown;
  const hours = Object.entries(workingHours).map(([day, spans = []]) =>
    `${day}  ${spans.map(({ start, end }) => `${start} to ${end}`).join(", ") || "none"}`
  );
  return [
    ...object({
      ...rest,
      quietHours: quietHours === null
        ? "none"
        : `${quietHours.from} to ${quietHours.to} on ${quietHours.days.join(", ")}`,
      name: identity.name,
      emails: identity.emails.join(", "),
      mail: smtp === null ? "not set up" : `${smtp.from} by ${smtp.host}, port ${smtp.port}`,
      models: ASKED[ask.model],
    }, columns),
    ...section("working hours", hours),
    ...section("sources", list(sources, indented(columns), Infinity)),
  ];
}

const ASKED: Record<ShownPlannerSettings["ask"]["model"], string> = {
  never: "none answers questions",
  local: "only those of this machine answer questions",
  any: "any that is connected answers questions",
};

/** How the planner's answers are shown. */
export const PLANNER_VIEWS: Views = {
  "POST /planner/ask": answerLines,
  "GET /planner/artifacts": items,
  "GET /planner/time-off": items,
  "GET /planner/meetings": items,
  "GET /planner/artifacts/:id": item,
  "POST /planner/artifacts/:id/rescrape": item,
  "POST /planner/artifacts/:id/classify": item,
  "GET /planner/settings": settings,
  "POST /planner/settings": settings,
  "POST /planner/tasks": addedTaskLines,
  "GET /planner/tasks": (tasks, columns) =>
    inOrder(
      tasks.map(({ id, title, due, state, priority, tags }) => ({
        title,
        due: due === null ? "" : "date" in due ? due.date : localTime(due.at),
        priority: priority > 0 ? priority : "",
        tags: tags.map((tag) => `#${tag}`).join(" "),
        state,
        id,
      })),
      columns,
    ),
};

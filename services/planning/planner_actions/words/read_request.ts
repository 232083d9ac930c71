import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { decideRequest } from "../../../ground/policy/decide.ts";
import { says } from "../../dates/words.ts";
import type { SaidDate } from "../../dates/said_dates.ts";
import { placeInZone, wallInZone, wallOf, wallSeconds } from "../../icalendar/wall.ts";
import { openTaskRows } from "../../planner/tasks/read.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { CalendarActionInput, EventInput } from "../plans/schemas.ts";
import { type Meant, meantEvent } from "./meant_event.ts";
import { Phrase, type ReadPart } from "./phrase.ts";
import { readJson } from "../../../../store/json_text.ts";

/** What a request in words asks for, and how it was understood. */
type ReadRequest = { input: Partial<CalendarActionInput>; parsed: ReadPart[] };

const VERBS: readonly (readonly [string, RegExp])[] = [
  ["create", /^(?:please\s+)?(?:create|add|schedule|book|put|plan|make)\s+/i],
  ["move", /^(?:please\s+)?(?:move|reschedule|shift|postpone|push)\s+/i],
  ["cancel", /^(?:please\s+)?(?:cancel|delete|remove|drop)\s+/i],
  ["rename", /^(?:please\s+)?(?:rename|retitle)\s+/i],
  ["accept", /^(?:please\s+)?accept\s+/i],
  ["decline", /^(?:please\s+)?decline\s+/i],
  ["block_time", /^(?:please\s+)?(?:block|set aside|reserve)\s+/i],
];

/**
 * Parses a request by rules alone. Throws an `InvalidError` with a question if it is ambiguous, and for a request that is never
 * carried out.
 */
export async function readRequest(ctx: Ctx, request: string): Promise<ReadRequest> {
  const { blockedClass, reason } = decideRequest({ request, understoodAsRecipe: false });
  if (blockedClass) throw new InvalidError(`${reason} (policy_blocked: ${blockedClass.id}).`);
  const verb = VERBS.find(([, pattern]) => pattern.test(request));
  if (!verb) {
    throw new InvalidError(
      "The request must begin with an action: create, move, cancel, rename, accept, decline or block.",
    );
  }
  const [kind, pattern] = verb;
  const said = pattern.exec(request)![0];
  const phrase = new Phrase(request.slice(said.length), [{
    field: "action",
    text: said.trim(),
    value: kind,
  }]);
  return { input: await inputOf(ctx, kind, phrase), parsed: phrase.parsed };
}

function inputOf(ctx: Ctx, kind: string, phrase: Phrase): Promise<Partial<CalendarActionInput>> {
  switch (kind) {
    case "create":
      return toCreate(ctx, phrase);
    case "block_time":
      return toBlock(ctx, phrase);
    case "move":
      return toMove(ctx, phrase);
    case "rename":
      return toRename(ctx, phrase);
    default:
      return toEvent(
        ctx,
        phrase,
        kind === "cancel" ? { action: "cancel" } : {
          action: "respond",
          response: kind === "accept" ? "accepted" : "declined",
        },
      );
  }
}

async function toCreate(ctx: Ctx, phrase: Phrase): Promise<Partial<CalendarActionInput>> {
  const attendees = phrase.takePeople();
  const rrule = phrase.takeRule();
  const durationMinutes = phrase.takeLength();
  const date = await dateOf(ctx, phrase);
  if (!date) throw new InvalidError("Add when, such as tomorrow at 15:00.");
  const start = momentOf(
    ctx,
    phrase,
    "start",
    date.hasTime ? date.start : date.start.slice(0, 10),
    date.text,
  );
  const title = phrase.title();
  if (title === "") throw new InvalidError("Add a title.");
  phrase.read("title", title, title);
  const event: EventInput = {
    title,
    start,
    timeZone: settingsOf(ctx).timeZone,
    ...lengthOf(ctx, phrase, date, durationMinutes),
    ...(rrule !== null && { rrule }),
    ...(attendees.length > 0 && { attendees }),
  };
  return { action: "create", event };
}

function lengthOf(
  ctx: Ctx,
  phrase: Phrase,
  { text, end, hasTime }: SaidDate,
  durationMinutes: number | null,
): Pick<EventInput, "end" | "durationMinutes"> {
  if (end !== null) {
    return { end: momentOf(ctx, phrase, "end", hasTime ? end : end.slice(0, 10), text) };
  }
  if (durationMinutes !== null) return { durationMinutes };
  return hasTime ? { durationMinutes: settingsOf(ctx).defaultDurationMinutes } : {};
}

async function toBlock(ctx: Ctx, phrase: Phrase): Promise<Partial<CalendarActionInput>> {
  const durationMinutes = phrase.takeLength();
  const date = await dateOf(ctx, phrase);
  if (!date?.hasTime) throw new InvalidError("Add a day and a time, such as tomorrow at 15:00.");
  const start = momentOf(ctx, phrase, "start", date.start, date.text);
  const name = phrase.title();
  const found = tasksSaying(ctx, name);
  if (found.length !== 1) {
    const named = found.slice(0, 5).map(({ title }) => `"${title}"`).join(", ");
    throw new InvalidError(
      found.length === 0
        ? `No open task has all of the words "${name}" in its title.`
        : `"${name}" matches ${found.length} tasks: ${named}. Add more words of the title.`,
    );
  }
  phrase.read("task", name, found[0]!.title);
  return {
    action: "block_time",
    taskId: found[0]!.id,
    event: { start, ...lengthOf(ctx, phrase, date, durationMinutes) },
  };
}

async function toMove(ctx: Ctx, phrase: Phrase): Promise<Partial<CalendarActionInput>> {
  const [target, to] = splitAtTo(phrase, "Add the new time, such as: move the review to Friday at 15:00.");
  const durationMinutes = to.takeLength();
  const date = await dateOf(ctx, to);
  if (!date || to.title() !== "") {
    throw new InvalidError(
      `"${to.left.trim()}" contains more than a day and a time. Give only the new time, such as Friday at 15:00.`,
    );
  }
  const meant = meantEvent(ctx, target, await dateOf(ctx, target));
  const { timeZone } = settingsOf(ctx);
  const was = wallOf(wallInZone(meant.one.start, timeZone));
  const day = date.hasDay || !date.hasTime ? date.start.slice(0, 10) : was.slice(0, 10);
  if (meant.one.allDay && date.hasTime) throw new InvalidError("The event is all-day. Give only a day.");
  const wall = meant.one.allDay ? day : `${day}T${(date.hasTime ? date.start : was).slice(11)}`;
  const start = momentOf(ctx, phrase, "start", wall, date.text);
  const event = { start, ...(durationMinutes !== null && { durationMinutes }) };
  return { action: "move", ...whichOf(meant), event };
}

async function toRename(ctx: Ctx, phrase: Phrase): Promise<Partial<CalendarActionInput>> {
  const [target, to] = splitAtTo(phrase, "Add the new name, such as: rename the review to Design review.");
  const meant = meantEvent(ctx, target, await dateOf(ctx, target));
  const title = to.title();
  if (title === "") throw new InvalidError("Add the new name.");
  phrase.read("title", title, title);
  return { action: "update", ...whichOf(meant), event: { title } };
}

async function toEvent(
  ctx: Ctx,
  phrase: Phrase,
  what: Partial<CalendarActionInput>,
): Promise<Partial<CalendarActionInput>> {
  return { ...what, ...whichOf(meantEvent(ctx, phrase, await dateOf(ctx, phrase))) };
}

const whichOf = ({ one, scope }: Meant): Partial<CalendarActionInput> => ({
  artifactId: one.key,
  ...(scope !== null && { scope }),
});

const dateOf = (ctx: Ctx, phrase: Phrase): Promise<SaidDate | null> =>
  phrase.takeDate(ctx.now(), settingsOf(ctx).timeZone);

/** Returns a local time in the form of an input; a date stays a date. */
function momentOf(ctx: Ctx, phrase: Phrase, field: string, wall: string, text: string): string {
  phrase.read(field, text, wall.slice(0, 16));
  if (wall.length === 10) return wall;
  return new Date(placeInZone(wallSeconds(wall), settingsOf(ctx).timeZone).seconds * 1000).toISOString();
}

function splitAtTo({ left, parsed }: Phrase, otherwise: string): [Phrase, Phrase] {
  const at = left.toLowerCase().lastIndexOf(" to ");
  if (at < 0) throw new InvalidError(otherwise);
  return [new Phrase(left.slice(0, at), parsed), new Phrase(left.slice(at + 4), parsed)];
}

function tasksSaying(ctx: Ctx, name: string): { id: string; title: string }[] {
  return openTaskRows(ctx).map(({ id, body }) => ({ id, title: readJson(body).title }))
    .filter(({ title }) => name !== "" && name.split(/\s+/).every((term) => says(title, term)));
}

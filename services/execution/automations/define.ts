import { isDeepStrictEqual } from "node:util";
import type {
  AutomationDocument,
  StoredDefinition,
  Trigger,
  WebhookTrigger,
} from "../../../store/automations/document.ts";
import { registry } from "../../../store/registry.ts";
import { defined } from "../../../store/shared/records.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { defineAction, deliveredNames } from "./firing/action.ts";
import { nextOf, type TimedAutomation } from "./next.ts";
import { isPresent } from "./firing/refused_trigger.ts";
import { MAX_AUTOMATIONS_OF_PATH } from "./webhook/authenticate.ts";
import type { AutomationDefinitionInput } from "./firing/schemas.ts";

const PREVIOUS_SECRET_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/** Returns what is recorded of an automation that a person defines. Throws `InvalidError` if it could not work. */
export function define(
  ctx: Ctx,
  { id: _, status: _1, ...input }: AutomationDefinitionInput,
  before: AutomationDocument | null,
): StoredDefinition {
  const { action, startAt, endAt } = input;
  if (startAt !== null && endAt !== null && endAt <= startAt) {
    throw new InvalidError(`endAt is ${endAt}, which is not after startAt, ${startAt}.`);
  }
  const trigger = defineTrigger(ctx, input.trigger, before);
  if (action.kind === "run" && deliveredNames(trigger).length > 0) {
    throw new InvalidError(
      "trigger.inputs are for a workflow; a request in plain words takes none. Leave them out.",
    );
  }
  const definition: StoredDefinition = {
    ...input,
    trigger,
    action: defineAction(ctx, action, deliveredNames(trigger)),
  };
  if (before === null || !isSameTime(before, definition)) requireMoment(ctx, definition);
  return definition;
}

/** One whose moments are over may still get another name. */
const isSameTime = (before: AutomationDocument, after: StoredDefinition): boolean =>
  isDeepStrictEqual(before.trigger, after.trigger) && before.startAt === after.startAt &&
  before.endAt === after.endAt;

/** Returns a trigger as it is recorded. Throws `InvalidError` if it could not work. */
export function defineTrigger(
  ctx: Ctx,
  trigger: AutomationDefinitionInput["trigger"],
  before: AutomationDocument | null,
): Trigger {
  switch (trigger.kind) {
    case "schedule":
      return "every" in trigger
        ? { ...trigger, startAt: trigger.startAt ?? startOf(ctx, trigger, before) }
        : trigger;
    case "webhook":
      return defineWebhook(ctx, trigger, before);
    case "event":
      requireTypes(trigger.types);
      return { ...trigger, filter: trigger.filter ?? null };
    case "manual":
      return trigger;
  }
}

/** An unchanged interval keeps its start: a new name must not move its moments. */
function startOf(ctx: Ctx, { every }: { every: string }, before: AutomationDocument | null): string {
  const former = before?.trigger;
  return former && "every" in former && former.every === every ? former.startAt : ctx.now().toISOString();
}

type WebhookInput = Extract<AutomationDefinitionInput["trigger"], { kind: "webhook" }>;

function defineWebhook(ctx: Ctx, trigger: WebhookInput, before: AutomationDocument | null): WebhookTrigger {
  requireRoom(ctx, trigger.path, before);
  const { secretId, previousSecretId = null, until, filter = null, inputs, dedupe, ...rest } = trigger;
  for (const id of [secretId, ...(previousSecretId === null ? [] : [previousSecretId])]) {
    if (!isPresent(ctx, id)) {
      throw new InvalidError(`There is no secret with the id "${id}". Store one with POST /secrets.`);
    }
  }
  const inAWeek = new Date(ctx.now().getTime() + PREVIOUS_SECRET_MILLISECONDS).toISOString();
  return {
    ...rest,
    ...defined({ inputs, dedupe }),
    secretId,
    filter,
    previousSecretId,
    previousUntil: previousSecretId === null ? null : until ?? inAWeek,
  };
}

/** A path that triggers as many automations as it can would never trigger another one. */
function requireRoom({ store }: Ctx, path: string, before: AutomationDocument | null): void {
  const { n } = store.documents.tables.get<{ n: number }>(
    "select count(*) as n from {automation_due} where path = ? and automation_id <> ?",
    path,
    before?.id ?? "",
  )!;
  if (n < MAX_AUTOMATIONS_OF_PATH) return;
  throw new InvalidError(
    `The path "${path}" triggers ${n} automations, which is the limit. Use another one.`,
  );
}

/** Events of automations cannot trigger any: two of them could go on forever. */
function requireTypes(types: readonly string[]): void {
  const known = new Set(Object.values(registry.streams).flatMap(({ events }) => Object.keys(events)));
  for (const type of types) {
    if (type.startsWith("automation.")) {
      throw new InvalidError(
        `"${type}" cannot trigger an automation. Name an event of a run, such as run.completed.`,
      );
    }
    if (!known.has(type)) throw new InvalidError(`There is no event of the type "${type}".`);
  }
}

/** Throws `InvalidError` for a schedule that has no moment left. */
export function requireMoment(ctx: Ctx, timed: Omit<TimedAutomation, "id">): void {
  const { trigger } = timed;
  if (trigger.kind !== "schedule") return;
  const now = ctx.now();
  if (nextOf({ ...timed, id: "" }, now.getTime()) !== null) return;
  throw new InvalidError(
    "at" in trigger
      ? `trigger.at is ${trigger.at}, which is in the past. The time is now ${now.toISOString()}.`
      : "The schedule never fires between now and its end. Change the pattern, startAt or endAt.",
  );
}

import type { AutomationDocument, WebhookTrigger } from "../../../../store/automations/document.ts";
import { secretStream } from "../../../../store/secrets/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";

const HOUR = 60 * 60 * 1000;
const MAX_PER_HOUR = 60;

/** Returns why an automation refuses its triggers now, whatever their content; null if it accepts them. */
export function refusedTrigger(ctx: Ctx, automation: AutomationDocument): string | null {
  const { id, trigger } = automation;
  if (trigger.kind !== "event" && trigger.kind !== "webhook") return null;
  const outside = outsideOfTerm(automation, ctx.now().toISOString());
  if (outside !== null) return outside;
  if (trigger.kind === "event") return tooManyEvents(ctx, id);
  if (acceptedSecrets(ctx, trigger).some((each) => isPresent(ctx, each))) return null;
  return `The secret ${trigger.secretId} of its path was deleted, so every delivery gets 401. Set another secretId.`;
}

/** Returns why what came at a time is before the start or after the end of an automation, or null. */
export function outsideOfTerm(
  { startAt, endAt }: Pick<AutomationDocument, "startAt" | "endAt">,
  at: string,
): string | null {
  if (startAt !== null && at < startAt) return `The automation starts at ${startAt}.`;
  return endAt !== null && at > endAt ? `The automation ended at ${endAt}.` : null;
}

/** Returns why events must not start more runs of an automation now, or null. */
export function tooManyEvents(ctx: Ctx, id: string): string | null {
  const since = new Date(ctx.now().getTime() - HOUR).toISOString();
  const { n } = ctx.store.documents.tables.get<{ n: number }>(
    `select count(*) as n from {automation_fires} where automation_id = ? and trigger = 'event' and run_id is not null
     and decided_at > ?`,
    id,
    since,
  )!;
  return n < MAX_PER_HOUR ? null : `Events started ${MAX_PER_HOUR} runs of this automation within an hour.`;
}

/** Returns the ids of the secrets that a sender may use: the current one, and the previous one until it expires. */
export function acceptedSecrets(
  { now }: Pick<Ctx, "now">,
  { secretId, previousSecretId, previousUntil }: WebhookTrigger,
): string[] {
  const isFormer = previousSecretId !== null && previousUntil !== null && now().toISOString() < previousUntil;
  return isFormer ? [secretId, previousSecretId] : [secretId];
}

/** Returns whether there is a secret with an id. */
export const isPresent = ({ store }: Pick<Ctx, "store">, id: string): boolean =>
  store.documents.get(secretStream, id)?.status === "present";

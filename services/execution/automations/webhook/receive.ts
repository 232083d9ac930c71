import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { MaterialOwner } from "../../../../store/material/document.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, TooMuchError, UnauthenticatedError } from "../../../ground/kernel/errors.ts";
import { eraseMaterial } from "../../../ground/material/erase.ts";
import { keepMaterial } from "../../../ground/material/keep.ts";
import type { VaultLive } from "../../../accounts/secrets/vault.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { parseBody } from "../../../ground/parsing/long_numbers.ts";
import type { Cause } from "../firing/row.ts";
import { type Authentic, authenticate } from "./authenticate.ts";
import { earlier, keptContent, refuseOther } from "./earlier.ts";
import { fireOnce, skip } from "./fire_once.ts";
import { type DeliveredBody, type PreparedDelivery, prepareDelivery } from "./prepare.ts";
import type { WebhookResult } from "./schemas.ts";
import type { WebhooksLive } from "./state.ts";
import type { ProofHeaders } from "./verify.ts";

const DAY = 24 * 60 * 60 * 1000;
const BODY_MILLISECONDS = 30 * DAY;

/** How many edits of an automation one delivery to it waits for. */
const MAX_EDITS = 10;

/** A delivery: its bytes, and how to check that they are JSON once the sender is known. */
type WebhookDelivery = {
  path: string;
  headers: ProofHeaders;
  body: Uint8Array;
  read: (body: Uint8Array) => unknown;
};

/**
 * Accepts a delivery and triggers the automations of its path. It is accepted once each of them has its row in the
 * ledger. An unknown path and a wrong secret get the same response.
 */
export async function receiveWebhook(
  ctx: Ctx<VaultLive & WebhooksLive>,
  { path, headers, body, read }: WebhookDelivery,
): Promise<WebhookResult> {
  const authentic = await authenticate(ctx, path, headers, body);
  if (authentic.length === 0) {
    throw new UnauthenticatedError(
      "Nothing listens at this path with the secret or signature that was sent.",
    );
  }
  const deliveryId = ctx.newId("delivery");
  await limit(ctx, path, authentic, deliveryId);
  if (body.length > 0) requireContent(body, read);
  const kept = body.length === 0 ? null : keptContent(ctx, body);
  const delivered = kept === null ? NOTHING : { sent: parsedOnce(body), kept: parsedOnce(kept) };
  const pace = new Pace();
  const prepared = [];
  for (const one of authentic) {
    prepared.push(await prepareDelivery(ctx, one, delivered));
    await pace.breathe();
  }
  for (const { automation, proof } of prepared) {
    refuseOther(ctx, proof, earlier(ctx, automation, proof.dedupeKey), body);
  }
  const again = async (id: string): Promise<PreparedDelivery | null> => {
    const found = await authenticate(ctx, path, headers, body);
    const anew = found.find(({ automation }) => automation.id === id);
    return anew ? await prepareDelivery(ctx, anew, delivered) : null;
  };
  const fires = [];
  for (const one of prepared) fires.push(await deliverTo(ctx, one, { deliveryId, body, kept, again }));
  return { accepted: true, deliveryId, fires };
}

type Delivered = {
  deliveryId: string;
  body: Uint8Array;
  kept: Uint8Array<ArrayBuffer> | null;
  /** Computes it anew after an edit; null if it no longer counts for the automation. */
  again: (automationId: string) => Promise<PreparedDelivery | null>;
};

/** Triggers one automation, as it is now: what was computed before an edit is for another action. */
async function deliverTo(
  ctx: Ctx<VaultLive & WebhooksLive>,
  prepared: PreparedDelivery,
  { deliveryId, body, kept, again }: Delivered,
): Promise<WebhookResult["fires"][number]> {
  let current = prepared;
  let material = null;
  for (let edits = 0;; edits++) {
    const { automation, proof } = current;
    if (kept !== null && material === null && !earlier(ctx, automation, proof.dedupeKey)) {
      material = await keepBody(ctx, automation.id, kept);
    }
    const anew = isEdited(ctx, automation) && edits < MAX_EDITS ? await again(automation.id) : null;
    if (anew === null) break;
    current = anew;
  }
  const { automation, proof, refusal, inputs } = current;
  const cause: Cause = {
    trigger: "webhook",
    dueAt: ctx.now().toISOString(),
    deliveryId,
    ...(proof.dedupeKey !== null && { dedupeKey: proof.dedupeKey }),
    ...(material && { bodySha256: material.sha256, materialId: material.id }),
  };
  const fired = ctx.write(() =>
    fireOnce(ctx, automation, cause, { refusal, body, inputs, chosen: proof.chosen })
  );
  // It was erased while this delivery arrived, and what was sent to it with it.
  if (material && !ctx.store.documents.has(automationStream, automation.id)) {
    await eraseMaterial(ctx, ownerOf(automation.id));
  }
  return { automationId: automation.id, ...fired };
}

/** Returns whether an automation was changed since it was read; a deleted one was not. */
const isEdited = ({ store }: Ctx, { id, revision }: Pick<AutomationDocument, "id" | "revision">): boolean =>
  (store.documents.get(automationStream, id)?.revision ?? revision) !== revision;

/** The first delivery of a minute that is one too many is recorded, and the others are not: a flood must not fill the log. */
async function limit(
  ctx: Ctx<WebhooksLive>,
  path: string,
  authentic: readonly Authentic[],
  deliveryId: string,
) {
  const most = Math.min(...authentic.map(({ automation }) => automation.trigger.maxPerMinute));
  const { tooMany, first, secondsLeft } = ctx.webhooks.count(path, most);
  if (!tooMany) return;
  const reason = `More than ${most} deliveries reached this path within a minute.`;
  if (first) {
    ctx.write(() => {
      const cause = { trigger: "webhook" as const, dueAt: ctx.now().toISOString(), deliveryId };
      for (const { automation } of authentic) skip(ctx, automation, cause, "rejected", reason);
    });
    await ctx.settled();
  }
  throw new TooMuchError(`${reason} Send it again in ${secondsLeft} s.`, secondsLeft);
}

function keepBody(ctx: Ctx, automationId: string, content: Uint8Array<ArrayBuffer>) {
  return keepMaterial(ctx, {
    content,
    owner: ownerOf(automationId),
    until: new Date(ctx.now().getTime() + BODY_MILLISECONDS).toISOString(),
  });
}

/** Whom what was sent to an automation belongs to. */
const ownerOf = (automationId: string): MaterialOwner => ({
  kind: "stream",
  id: `${automationStream.kind}/${automationId}`,
});

/** The body of a delivery without one. */
const NOTHING: DeliveredBody = { sent: () => null, kept: () => null };

function parsedOnce(json: Uint8Array): () => unknown {
  let known: { value: unknown } | null = null;
  return () => (known ??= { value: parseBody(new TextDecoder().decode(json)) }).value;
}

/** GitHub sends forms unless the webhook is set to JSON. */
function requireContent(body: Uint8Array, read: WebhookDelivery["read"]): void {
  try {
    read(body);
  } catch (cause) {
    if (!(cause instanceof InvalidError) || !isForm(body)) throw cause;
    throw new InvalidError(
      "The body is a form (application/x-www-form-urlencoded). Set the content type of the webhook to application/json.",
      { cause },
    );
  }
}

const isForm = (body: Uint8Array): boolean =>
  /^[\w.-]+=[^{}"\s]*$/.test(new TextDecoder().decode(body.subarray(0, 200)));

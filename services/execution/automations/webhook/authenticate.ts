import type { AutomationDocument, WebhookTrigger } from "../../../../store/automations/document.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import { secretStream } from "../../../../store/secrets/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { useSecret } from "../../../accounts/secrets/use.ts";
import type { VaultLive } from "../../../accounts/secrets/vault.ts";
import { acceptedSecrets } from "../firing/refused_trigger.ts";
import type { WebhooksLive } from "./state.ts";
import { type GenuineDelivery, type ProofHeaders, proveDelivery } from "./verify.ts";
import { WEBHOOK_PROOFS } from "../../../../store/shared/enumerations.ts";

/** An automation whose sender has authenticated. */
export type Authentic = {
  automation: AutomationDocument & { trigger: WebhookTrigger };
  proof: GenuineDelivery;
};

/** The most automations that one path triggers. */
export const MAX_AUTOMATIONS_OF_PATH = 20;

/** Compared if no automation listens, to take the same time; it cannot be guessed. */
const DECOYS: readonly string[] = [crypto.randomUUID(), crypto.randomUUID()];

/** Returns the automations of a path whose secret the sender of a body knows. */
export async function authenticate(
  ctx: Ctx<VaultLive & WebhooksLive>,
  path: string,
  headers: ProofHeaders,
  body: Uint8Array,
): Promise<Authentic[]> {
  const found = automationsOf(ctx, path);
  const secrets = await Promise.all(found.map(({ trigger }) => secretsOf(ctx, trigger)));
  const check = (secret: string) =>
    new Map(WEBHOOK_PROOFS.map((each) => [each, proveDelivery(each, secret, headers, body, ctx.now())]));
  const checked = secrets.map((each) => each.map(check));
  // An unknown path takes as long as one with a single automation, with or without a previous secret.
  for (const decoy of DECOYS.slice(checked.flat().length)) check(decoy);
  return found.flatMap((automation, i) => {
    const proofs = checked[i]!.map((proof) => proof.get(automation.trigger.verification) ?? null);
    const proof = proofs.find((each) => each !== null);
    return proof ? [{ automation, proof }] : [];
  });
}

function automationsOf({ store }: Ctx, path: string): Authentic["automation"][] {
  const rows = store.documents.tables.all<{ automation_id: string }>(
    "select automation_id from {automation_due} where path = ? order by automation_id limit ?",
    path,
    MAX_AUTOMATIONS_OF_PATH,
  );
  return rows.flatMap(({ automation_id }) => {
    const automation = store.documents.get(automationStream, automation_id);
    return automation?.trigger.kind === "webhook" ? [automation as Authentic["automation"]] : [];
  });
}

/**
 * Returns the accepted secrets: the current one, and the previous one until it expires. A missing secret matches
 * nothing.
 */
async function secretsOf(ctx: Ctx<VaultLive & WebhooksLive>, trigger: WebhookTrigger): Promise<string[]> {
  const ids = acceptedSecrets(ctx, trigger);
  const values = await Promise.all(ids.map((id) => valueOf(ctx, id, trigger.path)));
  return values.map((value) => value ?? crypto.randomUUID());
}

/** Reads the secrets of every path at which an automation listens. */
export async function warmSecrets(ctx: Ctx<VaultLive & WebhooksLive>): Promise<void> {
  const paths = ctx.store.documents.tables.all<{ path: string }>(
    "select distinct path from {automation_due} where path is not null order by path",
  );
  for (const { path } of paths) {
    for (const { trigger } of automationsOf(ctx, path)) await secretsOf(ctx, trigger);
  }
}

/** Reads the value of a secret before the first delivery, whose duration would otherwise reveal that someone listens. */
export async function warmSecret(
  ctx: Ctx<VaultLive & WebhooksLive>,
  { secretId, path }: { secretId: string; path: string },
) {
  await valueOf(ctx, secretId, path);
}

function valueOf(ctx: Ctx<VaultLive & WebhooksLive>, id: string, path: string): Promise<string | null> {
  const secret = ctx.store.documents.get(secretStream, id);
  if (secret?.status !== "present") return Promise.resolve(null);
  const changes = secret.storageClass !== "local-encrypted";
  return ctx.webhooks.value(`${id}@${secret.version}`, changes, async () => {
    try {
      return await useSecret(ctx, { id }, { call: "webhook.verify", host: `/automation-webhooks/${path}` });
    } catch (cause) {
      ctx.log.error(`The secret ${id} of the webhook path ${path} could not be read`, cause);
      return null;
    }
  });
}

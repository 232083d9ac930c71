import { nodeCrypto } from "../../../../store/node_crypto.ts";
import type { WebhookTrigger } from "../../../../store/automations/document.ts";
import { acceptedSignatures } from "../../../ground/kernel/standard_webhooks.ts";

/** The headers by which a sender authenticates, in lower case; others are ignored. */
export const PROOF_HEADERS = [
  "x-agent-harness-webhook-secret",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "x-hub-signature-256",
  "idempotency-key",
] as const;

/** What a sender presents. */
export type ProofHeaders = Partial<Record<(typeof PROOF_HEADERS)[number], string | undefined>>;

/** A genuine delivery, and what identifies it: null if nothing trustworthy does. Some senders choose it freely. */
export type GenuineDelivery = { dedupeKey: string | null; chosen: boolean };

/** How far the clock of a sender may be off. */
const TOLERANCE_SECONDS = 300;

/**
 * Returns the proof that someone with the secret sent a body, or null. Takes as long for a wrong secret as for none.
 * Only signed parts identify a delivery: anything else could be changed by someone who captured one.
 */
export function proveDelivery(
  verification: WebhookTrigger["verification"],
  secret: string,
  headers: ProofHeaders,
  body: Uint8Array,
  now: Date,
): GenuineDelivery | null {
  switch (verification) {
    case "shared_secret": {
      const isEqual = equal(headers["x-agent-harness-webhook-secret"] ?? "", secret);
      return isEqual ? { dedupeKey: headers["idempotency-key"] ?? null, chosen: true } : null;
    }
    case "standard_webhooks":
      return verifyStandard(secret, headers, body, now);
    case "github": {
      const signature = headers["x-hub-signature-256"] ?? "";
      const expected = `sha256=${nodeCrypto().createHmac("sha256", secret).update(body).digest("hex")}`;
      return equal(signature, expected) ? { dedupeKey: signature, chosen: false } : null;
    }
  }
}

function verifyStandard(
  secret: string,
  headers: ProofHeaders,
  body: Uint8Array,
  now: Date,
): GenuineDelivery | null {
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  const expected = acceptedSignatures(secret, { id, timestamp, body });
  // Every signature is compared, so that timing does not reveal the right one.
  const signatures = (headers["webhook-signature"] ?? "").split(" ").slice(0, 10);
  const signed = signatures.flatMap((each) => expected.map((one) => equal(each, `v1,${one}`))).some(Boolean);
  const isFresh = /^\d{1,12}$/.test(timestamp) &&
    Math.abs(now.getTime() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  return signed && isFresh && /^[^\s]{1,200}$/.test(id) ? { dedupeKey: id, chosen: false } : null;
}

/** Compares two texts by their hashes, so that timing depends neither on where they differ nor on their lengths. */
function equal(a: string, b: string): boolean {
  const hash = (text: string) => nodeCrypto().createHash("sha256").update(text).digest();
  return nodeCrypto().timingSafeEqual(hash(a), hash(b));
}

import { type Command, Option } from "commander";
import { UsageError } from "../exit_codes.ts";
import { readSource } from "../read_source.ts";
import { headerText } from "../service/header_text.ts";
import { WEBHOOK_PROOFS } from "../../store/shared/enumerations.ts";

/** The endpoint that takes a delivery, which proves itself by a secret instead of a token. */
export const DELIVERY = "POST /automation-webhooks/:path";

/** The flags of a delivery. */
export type DeliveryOptions = {
  secret?: string;
  verification?: (typeof WEBHOOK_PROOFS)[number];
  body?: string;
  idempotencyKey?: string;
};

/** Adds the flags of a delivery. */
export const addDeliveryOptions = (command: Command): Command =>
  command
    .option("--secret <file>", "file with the secret of the path, - for stdin")
    .addOption(
      new Option("--verification <scheme>", "how the automation verifies its sender").choices(WEBHOOK_PROOFS)
        .default(
          "shared_secret",
        ),
    )
    .option("--body <file>", "file with the JSON to send")
    .option("--idempotency-key <key>", "a repeated delivery with this key starts nothing (shared_secret)");

/** Returns a delivery as its sender would sign it. Throws `UsageError` without a secret. */
export async function deliveryOf(
  { secret: file, verification = "shared_secret", body: source, idempotencyKey }: DeliveryOptions,
): Promise<{ headers: Record<string, string>; body: string }> {
  if (file === undefined) {
    throw new UsageError("--secret is missing: name the file with the secret of the path, or - for stdin.");
  }
  if (file === "-" && source === "-") {
    throw new UsageError("Only one of --secret and --body can come from stdin.");
  }
  const secret = (await readSource(file)).trim();
  if (secret === "") throw new UsageError("The secret of --secret is empty.");
  const body = source === undefined ? "" : await readSource(source);
  switch (verification) {
    case "shared_secret":
      return {
        headers: {
          "x-agent-harness-webhook-secret": headerText("The secret of --secret", secret),
          ...(idempotencyKey !== undefined &&
            { "idempotency-key": headerText("--idempotency-key", idempotencyKey) }),
        },
        body,
      };
    case "github":
      return {
        headers: { "x-hub-signature-256": `sha256=${(await hmac(literal(secret), body)).toHex()}` },
        body,
      };
    case "standard_webhooks": {
      const [id, timestamp] = [`msg_${crypto.randomUUID()}`, String(Math.floor(Date.now() / 1000))];
      const key = secret.startsWith("whsec_") ? keyOf(secret.slice(6)) : literal(secret);
      const signature = (await hmac(key, `${id}.${timestamp}.${body}`)).toBase64();
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      };
      return { headers, body };
    }
  }
}

/** Returns the key of a secret as Standard Webhooks writes it. The engine quotes invalid text, which may be the secret. */
function keyOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    const key = Uint8Array.fromBase64(base64);
    if (key.length > 0) return key;
  } catch {
    // Said below.
  }
  throw new UsageError("The secret of --secret begins with whsec_, but what follows is not base64.");
}

const literal = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, literal(text)));
}

import { sha256 } from "../../../../store/chain.ts";
import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { REDACTED } from "../../../ground/kernel/redactor.ts";
import { findDelivery } from "../firing/ledger.ts";
import type { GenuineDelivery } from "./verify.ts";

const DEDUPE_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/** An earlier delivery with the same key. */
type Earlier = { id: string; runId: string | null; bodySha256: string | null };

/** Returns what became of an earlier delivery with a key: it waits, or it has its row. Null if there is none. */
export function earlier(
  ctx: Ctx,
  { id, buffered }: Pick<AutomationDocument, "id" | "buffered">,
  dedupeKey: string | null,
): Earlier | null {
  if (dedupeKey === null) return null;
  if (buffered?.dedupeKey === dedupeKey) {
    return { id: buffered.fireId, runId: null, bodySha256: buffered.bodySha256 ?? null };
  }
  const since = new Date(ctx.now().getTime() - DEDUPE_MILLISECONDS).toISOString();
  const row = findDelivery(ctx, id, dedupeKey, since);
  return row ? { id: row.id, runId: row.run_id, bodySha256: row.body_sha256 } : null;
}

/**
 * Throws `InvalidError` if a sender used an `Idempotency-Key` for another body before: it would be lost. Signed
 * schemes have ids that their senders do not choose, and `dedupe` means other bodies, too.
 */
export function refuseOther(
  ctx: Ctx,
  { chosen }: Pick<GenuineDelivery, "chosen">,
  before: Earlier | null,
  body: Uint8Array,
): void {
  if (before === null || !chosen) return;
  if (before.bodySha256 === (body.length === 0 ? null : sha256(keptContent(ctx, body)))) return;
  throw new InvalidError(
    "This Idempotency-Key was used for a delivery with another body. Use a new key for each delivery.",
  );
}

/** Returns a body as it is kept: without known secrets, and still JSON. */
export function keptContent({ redactor }: Pick<Ctx, "redactor">, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder().decode(body);
  const clean = redactor.text(text);
  return new TextEncoder().encode(clean === text || isJson(clean) ? clean : asJson(redactor, text));
}

/** A secret may be a number. Its place takes a text; if that is not found, the body becomes a text as a whole. */
function asJson(redactor: Ctx["redactor"], text: string): string {
  const clean = redactor.text(JSON.stringify(
    JSON.parse(
      text,
      (_, value) => typeof value === "number" && redactor.holds(String(value)) ? REDACTED : value,
    ),
  ));
  return isJson(clean) ? clean : JSON.stringify(clean);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

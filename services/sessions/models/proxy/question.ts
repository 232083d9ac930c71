import { type ProxyRefusal, refusal } from "./refusal.ts";

/** The properties of a question. */
export type ProxiedQuestion = { ok: true; model: string; maxOutputTokens: number | null };

/** The body of a request; null without one. */
export type Body = { ok: true; bytes: Uint8Array<ArrayBuffer> | null };

/** The largest question that is forwarded. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the body of a request, or refuses one that is too large. */
export async function readBody(request: Request): Promise<Body | ProxyRefusal> {
  if (request.method !== "POST") return { ok: true, bytes: null };
  const tooLarge = refusal(400, `The question is larger than ${MAX_BYTES} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) return tooLarge;
  const bytes = await request.bytes();
  return bytes.length > MAX_BYTES ? tooLarge : { ok: true, bytes };
}

const NAMELESS = refusal(400, "The body is not a JSON object that names a model.");

/** Returns the model and the maximum length of its answer, or refuses where neither path nor body names a model. */
export function proxiedQuestionOf(body: Uint8Array, model?: string): ProxiedQuestion | ProxyRefusal {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body));
    const named = model ?? parsed?.model;
    if (typeof named !== "string" || named === "") return NAMELESS;
    const most = parsed.max_tokens ?? parsed.max_completion_tokens ?? parsed.max_output_tokens ??
      parsed.generationConfig?.maxOutputTokens;
    return { ok: true, model: named, maxOutputTokens: Number.isInteger(most) && most > 0 ? most : null };
  } catch {
    return NAMELESS;
  }
}

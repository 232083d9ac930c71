import { recordOf } from "../../../../store/shared/records.ts";
import { type ProxyRefusal, refusal } from "./refusal.ts";

/** The properties of a question; the maximum length is that of one answer. */
export type ProxiedQuestion = { ok: true; model: string; answers: number; maxOutputTokens: number | null };

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

const counts = (values: readonly unknown[]): number[] =>
  values.filter((value): value is number => Number.isInteger(value) && Number(value) > 0);

const NAMELESS = refusal(400, "The body is not a JSON object that names a model.");

/** Returns the model and the maximum length of its answer, or refuses where neither path nor body names a model. */
export function proxiedQuestionOf(body: Uint8Array, model?: string): ProxiedQuestion | ProxyRefusal {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body));
    const named = model ?? parsed?.model;
    if (typeof named !== "string" || named === "") return NAMELESS;
    const { max_tokens, max_completion_tokens, max_output_tokens, n, generationConfig } = parsed;
    const { maxOutputTokens, candidateCount } = recordOf(generationConfig);
    // Which of several limits holds is for the server to say.
    const limits = counts([max_tokens, max_completion_tokens, max_output_tokens, maxOutputTokens]);
    return {
      ok: true,
      model: named,
      answers: Math.max(1, ...counts([n, candidateCount])),
      maxOutputTokens: limits.length === 0 ? null : Math.max(...limits),
    };
  } catch {
    return NAMELESS;
  }
}

import { recordOf } from "../../../../store/shared/records.ts";
import { type ProxyRefusal, refusal } from "./refusal.ts";

/** The properties of a question; the maximum length is that of one answer. */
export type ProxiedQuestion = { ok: true; model: string; answers: number; maxOutputTokens: number | null };

/** The body of a request; null without one. */
type Body = { ok: true; bytes: Uint8Array<ArrayBuffer> | null };

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
    const text = new TextDecoder().decode(body);
    const parsed = JSON.parse(text);
    const named = model ?? parsed?.model;
    if (typeof named !== "string" || named === "") return NAMELESS;
    const twice = namedTwice(text);
    if (twice !== null) return refusal(400, `The body names ${JSON.stringify(twice.slice(0, 100))} twice.`);
    const { max_tokens, max_completion_tokens, max_output_tokens, n, generationConfig, generation_config } =
      parsed;
    const config = recordOf(generationConfig ?? generation_config);
    const { maxOutputTokens = config.max_output_tokens, candidateCount = config.candidate_count } = config;
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

/**
 * Returns a name that the object of a JSON text, or its `generationConfig`, has twice; null if there is none. Which of the two holds
 * is for each server to say, and some take names in any case, with or without underscores. The text must be valid.
 */
function namedTwice(text: string): string | null {
  const seen = new Set<string>();
  let depth = 0;
  let name = "";
  let outer = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '"') {
      const begin = at;
      for (at++; text[at] !== '"'; at++) if (text[at] === "\\") at++;
      if (depth <= 2) name = text.slice(begin, at + 1);
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
    else if (sign === ":" && depth <= 2) {
      const read: string = JSON.parse(name);
      const folded = read.toLowerCase().replaceAll("_", "");
      if (depth === 1) outer = folded;
      else if (outer !== "generationconfig") continue;
      const path = depth === 1 ? folded : `${outer}/${folded}`;
      if (seen.has(path)) return read;
      seen.add(path);
    }
  }
  return null;
}

/** What a question says of itself. */
export type Question = { model: string; mostOutputTokens: number | null };

/** The largest question that is passed on. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The body of a question; a sentence when it is too large. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | string> {
  const tooLarge = `The question is larger than ${MOST_BYTES} bytes.`;
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) return tooLarge;
  const body = await request.bytes();
  return body.length > MOST_BYTES ? tooLarge : body;
}

/** Which model is asked, and how long its answer may be; null when neither path nor body names a model. */
export function questionOf(body: Uint8Array, model?: string): Question | null {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body));
    const named = model ?? parsed?.model;
    if (typeof named !== "string" || named === "") return null;
    const most = parsed.max_tokens ?? parsed.max_completion_tokens ?? parsed.max_output_tokens ??
      parsed.generationConfig?.maxOutputTokens;
    return { model: named, mostOutputTokens: Number.isInteger(most) && most > 0 ? most : null };
  } catch {
    return null;
  }
}

/** The largest question that is passed on. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The body of a question; a sentence when it is too large. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | string> {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) return "The question is too large.";
  const body = await request.bytes();
  return body.length > MOST_BYTES ? "The question is too large." : body;
}

/** Which model is asked, and how long its answer may be; undefined when the body does not say. */
export function questionOf(body: Uint8Array): { model: string; mostOutput: number | null } | undefined {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body));
    if (typeof parsed?.model !== "string") return undefined;
    const most = parsed.max_tokens ?? parsed.max_completion_tokens ?? parsed.max_output_tokens;
    return { model: parsed.model, mostOutput: typeof most === "number" ? most : null };
  } catch {
    return undefined;
  }
}

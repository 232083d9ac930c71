import { ParseError } from "../../../ground/parsing/error.ts";
import { parseUntrusted } from "../../../ground/parsing/parse_untrusted.ts";
import { MAX_DEADLINE_MILLISECONDS } from "./limits.ts";
import { type PageHead, pageSchema, type ReadPage } from "./page.ts";

/**
 * Reads a page in a separate process. If the article cannot be found in time, reads the page without looking for it.
 * Throws `ParseError`.
 */
export async function parsePage(head: PageHead, bytes: Uint8Array, signal?: AbortSignal): Promise<ReadPage> {
  try {
    return await parseOnce(head, bytes, signal);
  } catch (cause) {
    const heavy = cause instanceof ParseError &&
      ["too_slow", "too_much_memory", "crashed"].includes(cause.reason);
    if (!head.article || !heavy) throw cause;
    const page = await parseOnce({ ...head, article: false }, bytes, signal);
    return { ...page, warnings: [...page.warnings, `Its article was not looked for. ${cause.message}`] };
  }
}

function parseOnce(head: PageHead, bytes: Uint8Array, signal?: AbortSignal): Promise<ReadPage> {
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const input = new Uint8Array(line.length + bytes.length);
  input.set(line);
  input.set(bytes, line.length);
  return parseUntrusted({
    parser: import.meta.resolve("./page_parser.ts"),
    input,
    what: "The page",
    schema: pageSchema,
    limits: { deadlineMilliseconds: MAX_DEADLINE_MILLISECONDS },
    ...(signal && { signal }),
  });
}

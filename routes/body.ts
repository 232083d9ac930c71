import { InvalidError } from "../services/ground/kernel/errors.ts";
import type { BodyReader } from "./body_reader.ts";
import { inspectJson } from "./json_text.ts";
import { jsonProblem } from "../store/shared/json_problem.ts";

/** The body's size limit unless an endpoint declares another. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** JSON that is nested more deeply is refused before any recursive code reads it. */
const MAX_DEPTH = 64;

/** How much of a repeated key the error shows. */
const MAX_SHOWN_KEY = 80;

/**
 * Reads a JSON body. An empty body without a content type is `{}`. Throws `InvalidError` for another content type, a body over
 * the limit, text that is not UTF-8 or not JSON, deep nesting, a repeated key in an object, and strings with an unpaired
 * surrogate. Passes on what `bodies` throws.
 */
export async function readJson(request: Request, limit: number, bodies: BodyReader): Promise<unknown> {
  const bytes = await bodies.read(request, limit);
  const type = request.headers.get("content-type");
  if (bytes.length === 0 && type === null) return {};
  if (type === null || !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new InvalidError(
      `The body has the content type "${type ?? "none"}". Send JSON with content-type: application/json.`,
    );
  }
  return bytes.length === 0 ? {} : jsonOf(bytes);
}

/** Parses the bytes of a body as JSON. Throws `InvalidError` as `readJson` does. */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text.startsWith("\uFEFF")) {
    throw new InvalidError("The body begins with a byte order mark. Send the JSON without it.");
  }
  const { depth, repeatedKey } = inspectJson(text, MAX_DEPTH);
  if (depth > MAX_DEPTH) {
    throw new InvalidError(`The body is nested more than ${MAX_DEPTH} levels deep.`);
  }
  const value = parse(text);
  if (repeatedKey !== null) {
    const shown = JSON.stringify(repeatedKey.slice(0, MAX_SHOWN_KEY));
    throw new InvalidError(`The body repeats the key ${shown} in one object. Send each key once.`);
  }
  refuseLoneSurrogates(value, text);
  return value;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new InvalidError("The body is not valid UTF-8.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidError(`The body is not valid JSON: ${jsonProblem(cause)}.`, { cause });
  }
}

/** Such strings can be neither stored nor shown. Only a `\u` escape can produce one. */
function refuseLoneSurrogates(value: unknown, text: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  const check = (part: unknown): void => {
    if (typeof part === "string" && !part.isWellFormed()) {
      throw new InvalidError("The body has a string with an unpaired surrogate. Send valid Unicode text.");
    }
    if (typeof part === "object" && part !== null) {
      for (const [key, inner] of Object.entries(part)) {
        check(key);
        check(inner);
      }
    }
  };
  check(value);
}

import { InvalidError } from "../services/errors.ts";

/** The body's size limit where an endpoint declares no other. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** JSON nested deeper is refused before anything recursive sees it. */
export const MOST_DEPTH = 64;

/**
 * Reads a JSON body. Nothing and no content type is `{}`. Throws `InvalidError` for another content type, a body over the
 * limit, text that is no UTF-8 or no JSON, deep nesting, and strings with half a surrogate pair.
 */
export async function readJson(request: Request, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  const type = request.headers.get("content-type");
  if (bytes.length === 0 && type === null) return {};
  if (type === null || !/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new InvalidError(
      `The body has the content type "${type ?? "none"}". Send JSON with content-type: application/json.`,
    );
  }
  if (bytes.length === 0) return {};
  const text = decode(bytes);
  if (depth(text) > MOST_DEPTH) {
    throw new InvalidError(
      `The body is nested deeper than ${MOST_DEPTH} levels, which is the most that is read.`,
    );
  }
  const value = parse(text);
  refuseLoneSurrogates(value, text);
  return value;
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > limit) throw tooLarge(limit);
  if (declared !== null) return await request.bytes();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const tooLarge = (limit: number) =>
  new InvalidError(`The body is larger than ${limit} bytes, which is the limit here.`);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

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
    throw new InvalidError(`The body is not valid JSON: ${syntaxProblem(cause as Error)}.`, { cause });
  }
}

/** What is wrong, without the part of the text that the engine quotes: it may be a secret. */
const syntaxProblem = ({ message }: Error): string => message.replace(/, (?:\.{3})?"[\s\S]*$/, "");

/** How deep arrays and objects are nested, by looking at the text alone. */
export function depth(text: string): number {
  let [now, most, inString] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) most = Math.max(most, ++now);
    else if (code === 93 || code === 125) now--;
  }
  return most;
}

/** Such strings can be neither stored nor shown as they are. Only a `\u` escape can bring one in. */
function refuseLoneSurrogates(value: unknown, text: string): void {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return;
  const check = (part: unknown): void => {
    if (typeof part === "string" && !part.isWellFormed()) {
      throw new InvalidError("The body has a string with half of a surrogate pair, which is no text.");
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

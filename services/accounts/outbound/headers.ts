import { OutboundError } from "./error.ts";

/** Headers without secrets: they are also sent to redirect targets. */
const PLAIN = new Set(["accept", "accept-language", "user-agent"]);

/** Headers about the content, or about the requested resource: they are only sent to the first origin. */
const OF_RESOURCE = new Set([
  "content-type",
  "depth",
  "destination",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-unmodified-since",
  "overwrite",
  "prefer",
  "range",
]);

/** Headers that control the connection, which this service sets itself; none of them is a credential. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*|sec-.*|:.*)$/;

const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const MAX_VALUE_CHARACTERS = 8 * 1024;

/** The checked headers of a request: those for every origin, and those for the first one only. */
type RequestHeaders = { anywhere: Record<string, string>; firstOrigin: Record<string, string> };

/** Sorts the headers of a request. Throws `OutboundError` for one that is not allowed, or that would become two. */
export function sortHeaders(
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): RequestHeaders {
  const sorted: RequestHeaders = { anywhere: { "user-agent": "agent-harness" }, firstOrigin: {} };
  for (const [given, value] of Object.entries(headers)) {
    const name = checked(given, value);
    if (PLAIN.has(name)) sorted.anywhere[name] = value;
    else if (OF_RESOURCE.has(name)) sorted.firstOrigin[name] = value;
    else {throw refusal(
        `The header "${given}" may only be sent as a credential, which stays with its origin.`,
      );}
  }
  for (const [given, value] of Object.entries(credentials)) {
    sorted.firstOrigin[checked(given, value)] = value;
  }
  return sorted;
}

function checked(given: string, value: string): string {
  const name = given.toLowerCase();
  if (!NAME.test(name)) throw refusal(`"${given}" is not the name of a header.`);
  if (OF_CONNECTION.test(name)) throw refusal(`The header "${given}" can only be set by this service.`);
  if (!/^[\t\x20-\x7e]*$/.test(value) || value.length > MAX_VALUE_CHARACTERS) {
    throw refusal(
      `The value of the header "${given}" must be printable ASCII of at most ${MAX_VALUE_CHARACTERS} characters.`,
    );
  }
  return name;
}

const refusal = (sentence: string): OutboundError => new OutboundError("invalid_request", sentence);

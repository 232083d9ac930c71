import type { ProviderFault } from "../../../../store/models/provider_events.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

/** More than the largest catalog; a longer response is not a catalog. */
const MAX_BYTES = 8 * 1024 * 1024;
const SHOWN_CHARACTERS = 300;

/** A request for a model list. */
type JsonRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  timeoutMilliseconds: number;
};

/** The response: JSON, or what went wrong. `status` is null when nothing answered. */
export type JsonResponse =
  | { ok: true; json: unknown }
  | { ok: false; fault: ProviderFault; status: number | null; detail: string };

/** Requests a JSON document within the given time. Redirects are not followed, so a key goes to no other host. */
export async function getJson(question: JsonRequest): Promise<JsonResponse> {
  const timeout = AbortSignal.timeout(question.timeoutMilliseconds);
  const signal = AbortSignal.any([timeout, question.signal]);
  try {
    const response = await fetch(question.url, {
      headers: { accept: "application/json", ...question.headers },
      redirect: "manual",
      signal,
    });
    const text = await readText(response);
    return response.ok ? parse(question.url, response.status, text) : refusal(question.url, response, text);
  } catch (cause) {
    question.signal.throwIfAborted();
    if (timeout.aborted) {
      const detail = `${question.url} did not answer within ${question.timeoutMilliseconds} ms.`;
      return { ok: false, fault: "timeout", status: null, detail };
    }
    return {
      ok: false,
      fault: "unreachable",
      status: null,
      detail: `No server can be reached at ${question.url}: ${reasonOf(cause)}`,
    };
  }
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function parse(url: string, status: number, text: string): JsonResponse {
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch {
    const detail = `${url} answered ${status} with something that is not JSON: ${shown(text)}`;
    return { ok: false, fault: "not_understood", status, detail };
  }
}

function refusal(url: string, response: Response, text: string): JsonResponse {
  const { status } = response;
  const said = text === "" ? "" : ` It said: ${shown(text)}`;
  const location = response.headers.get("location");
  const what = location && status < 400
    ? `${url} answered ${status} and redirects to ${location}. Set baseUrl to the address of the API.`
    : `${url} answered ${status}.${said}`;
  return { ok: false, fault: faultOf(status), status, detail: what };
}

function faultOf(status: number): ProviderFault {
  if (status === 401 || status === 403) return "credentials";
  if (status === 429) return "rate_limited";
  return status >= 500 ? "server_error" : "refused";
}

/** Returns the innermost message of a failed connection, which names the cause. */
function reasonOf(cause: unknown): string {
  const message = messageOf(cause);
  const inner = message.split(": ").at(-1) ?? message;
  return inner.endsWith(".") ? inner : `${inner}.`;
}

const shown = (text: string): string =>
  ellipsis(text.replaceAll(/\s+/g, " ").trim(), SHOWN_CHARACTERS) || "(nothing)";

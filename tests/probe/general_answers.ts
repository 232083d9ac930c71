import assert from "node:assert/strict";
import { z } from "zod";
import { statusOf } from "../../routes/endpoint.ts";
import type { Declared } from "../routes/endpoints.ts";
import { faultOf } from "./judge.ts";
import type { Fault, Quote } from "./promise.ts";
import type { Got, Payload, Prober, Sent } from "./prober.ts";

const quote = (page: Quote["page"], says: string): Quote => ({ page, says });

/** What every good answer keeps, by the sentence. */
export const GENERAL = {
  shape: quote("interface", "A response named only by a schema name is that schema's shape"),
  created: quote(
    "semantics",
    "201 whenever a new id was made (retry, promote and report included), 200 otherwise",
  ),
  secrets: quote("interface", "Secret values are write-only."),
  ignored: quote(
    "semantics",
    "Body fields and query parameters that an endpoint does not know are ignored, and named (percent-encoded, at most 1 KiB) in the response header `x-agent-harness-ignored`",
  ),
  repeated: quote(
    "semantics",
    "`Idempotency-Key` on any creating POST: the same key and body within 24 hours gives the first answer again, the same key with another body is 400.",
  ),
} as const;

/** Rows whose first request may join what the service had begun by itself. */
const MAY_JOIN: ReadonlySet<string> = new Set(["POST /planner/refresh"]);

/** A field that no row knows. */
const UNKNOWN = "zzz_unknown";

/**
 * Sends a good request and returns its payload; throws where it is refused. Of a row's first one it also looks at what answers
 * have to keep whatever is asked: a field that nobody knows is named, and a key makes a repetition the same.
 */
export async function keepsGeneralRules(
  probe: Prober,
  declared: Declared,
  sent: Sent,
  ask: (sent: Sent) => Promise<Got>,
): Promise<Payload> {
  const { key, method, endpoint } = declared;
  const isJson = endpoint.output instanceof z.ZodType;
  const first = isJson && endpoint.access !== "webhook" && !probe.looked.has(key) &&
    (sent.as ?? "operator") === "operator";
  probe.looked.add(key);
  const idempotencyKey = `probe-${crypto.randomUUID()}`;
  const marked = (value: number): Sent => ({
    ...sent,
    ...(method === "GET"
      ? { query: { ...sent.query, [UNKNOWN]: String(value) } }
      : { body: { ...(sent.body as object | undefined), [UNKNOWN]: value } }),
    headers: { ...sent.headers, ...(endpoint.creates && { "idempotency-key": idempotencyKey }) },
  });
  const got = await ask(first ? marked(1) : sent);
  const right = statusOf(endpoint);
  if (got.status >= 300 || got.status < 200) {
    throw new Error(`${key}: ${got.status} ${got.text.slice(0, 300)}`);
  }
  const note = (rule: Quote, found: string | null) =>
    found !== null && probe.faults.push({ key, ...rule, found } satisfies Fault);
  const answer = { status: got.status, type: got.headers.get("content-type") ?? "", text: got.text };
  // A row's first request asks for something new.
  if (got.status !== right && (got.status !== 200 || (first && !MAY_JOIN.has(key)))) {
    note(GENERAL.created, `${got.status} instead of ${right}`);
  } else if (isJson) {
    note(
      GENERAL.shape,
      faultOf(declared, { what: "", path: "", body: undefined, headers: {}, good: true }, answer, null),
    );
  }
  for (const secret of probe.secrets) {
    if (got.text.includes(secret)) note(GENERAL.secrets, `the answer holds "${secret}"`);
  }
  if (first) {
    const ignored = got.headers.get("x-agent-harness-ignored") ?? "";
    if (!ignored.includes(UNKNOWN)) note(GENERAL.ignored, `the header says "${ignored}"`);
    if (endpoint.creates) {
      note(
        GENERAL.repeated,
        await faultOfRepetition(got, () => ask(marked(1)), () => ask(marked(2))),
      );
    }
  }
  return isJson ? JSON.parse(got.text) : got.text;
}

async function faultOfRepetition(
  first: Got,
  again: () => Promise<Got>,
  other: () => Promise<Got>,
): Promise<string | null> {
  const same = await again();
  try {
    assert.deepEqual([same.status, same.text], [first.status, first.text]);
  } catch {
    return `the same request got ${same.status} ${same.text.slice(0, 200)}`;
  }
  const { status } = await other();
  return status === 400 ? null : `another body got ${status}`;
}

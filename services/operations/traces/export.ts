import { VERSION } from "../../ground/kernel/version.ts";
import type { TracesConfig } from "../../ground/kernel/traces_config.ts";
import type { TraceSpan } from "./trace.ts";

/** How long a receiver may take. */
const TIMEOUT_MILLISECONDS = 10_000;

/** Sends spans to an OTLP/HTTP receiver, as JSON. Throws if it did not accept them, or if the service stops. */
export async function exportSpans(
  { endpoint, headers }: TracesConfig,
  spans: readonly TraceSpan[],
  stopping: AbortSignal,
): Promise<void> {
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      resourceSpans: [{
        resource: {
          attributes: attributesOf({ "service.name": "agent-harness", "service.version": VERSION }),
        },
        scopeSpans: [{ scope: { name: "agent-harness", version: VERSION }, spans: spans.map(encoded) }],
      }],
    }),
    redirect: "error",
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${endpoint}/v1/traces answered with status ${response.status}.`);
}

/** OTLP's JSON form: 64-bit integers are strings, and enumerations are numbers. */
const INTERNAL = 1;
const ERROR = 2;

const encoded = ({ start, end, attributes, failed, ...span }: TraceSpan) => ({
  ...span,
  kind: INTERNAL,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  status: failed ? { code: ERROR } : {},
});

const nanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds)) * 1_000_000n}`;

const attributesOf = (attributes: TraceSpan["attributes"]) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(key, value) }));

/** An attribute has one type, whatever its value: a sum of money is no integer, also where it is 0. */
function valueOf(key: string, value: TraceSpan["attributes"][string]) {
  if (typeof value === "object") {
    return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
  }
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  const isInteger = Number.isSafeInteger(value) && !key.endsWith("_usd");
  return isInteger ? { intValue: String(value) } : { doubleValue: value };
}

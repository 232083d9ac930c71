import { ConfigError, type Environment } from "./variables.ts";

/** Where traces are sent. */
export type TracesConfig = {
  /** The address of an OTLP/HTTP receiver, without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
};

const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
const HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

/** Reads `OTEL_EXPORTER_OTLP_*` as OpenTelemetry defines them; null if no traces are sent. Throws `ConfigError`. */
export function readTracesConfig(environment: Environment): TracesConfig | null {
  const value = environment(ENDPOINT);
  if (!value) return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== "" || url.username !== "") {
    throw new ConfigError(`${ENDPOINT} is "${value}". Use an address such as http://127.0.0.1:4318.`);
  }
  const pairs = (environment(HEADERS) ?? "").split(",").map((pair) => pair.trim()).filter(Boolean);
  const headers = pairs.map((pair) => {
    const [, name, text] = /^([\w-]+)\s*=\s*([\x20-\x7e]*)$/.exec(pair) ?? [];
    if (name === undefined) {
      throw new ConfigError(`${HEADERS} has a part that is no header. Use name=value, comma-separated.`);
    }
    try {
      return [name, decodeURIComponent(text!)] as const;
    } catch {
      throw new ConfigError(`${HEADERS} has a value of ${name} that is not percent-encoded correctly.`);
    }
  });
  return { endpoint: value.replace(/\/+$/, ""), headers: Object.fromEntries(headers) };
}

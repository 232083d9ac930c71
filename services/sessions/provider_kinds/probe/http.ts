import type { ProviderDefinition, ProviderProbe } from "../definition.ts";
import { catalogOf, type ProbeResult, type ReadCatalog } from "../probe_result.ts";
import type { ApiProtocol } from "../protocol.ts";
import { getJson, type JsonResponse } from "./get_json.ts";
import { counted } from "../../../ground/kernel/words.ts";

/** The inputs of an API probe. */
type ApiProbe = {
  provider: ProviderDefinition;
  protocol: ApiProtocol;
  /** The key, or null if it needs none. */
  key: string | null;
  signal: AbortSignal;
  timeoutMilliseconds: number;
};

/** Requests an API's model list. */
export async function probeApi(probing: ProviderProbe, protocol: ApiProtocol): Promise<ProbeResult> {
  const { provider, signal, timeoutMilliseconds } = probing;
  const key = await probing.key();
  if (key !== null && typeof key !== "string") return key;
  const probe = { provider, protocol, key, signal, timeoutMilliseconds };
  const answer = await ask(probe, `${provider.baseUrl}${protocol.list}`);
  if (!answer.ok) return await explain(probe, answer);
  const models = protocol.read(answer.json);
  if (!models) {
    const detail =
      `${provider.baseUrl}${protocol.list} answered with JSON that is not a list of models. Set baseUrl to the address of the API.`;
    return { ok: false, fault: "not_understood", detail };
  }
  const fuller = provider.privacy === "third-party" ? null : await fullerList(probe, answer.json);
  const catalog = fuller ?? catalogOf(`GET ${protocol.list.split("?")[0]}`, models);
  const count = catalog.models.length + catalog.omitted;
  return {
    ok: true,
    detail: count === 0
      ? "It answers but lists no models. Load one there."
      : `It answers and lists ${counted(count, "model")}.`,
    catalog,
    version: null,
  };
}

const ask = ({ provider, protocol, key, signal, timeoutMilliseconds }: ApiProbe, url: string) =>
  getJson({
    url,
    headers: {
      ...provider.headers,
      ...(key !== null && { ...protocol.keyHeaders(key, new URL(url).pathname), ...protocol.headers }),
    },
    signal,
    timeoutMilliseconds,
  });

async function fullerList(probe: ApiProbe, usual: unknown): Promise<ReadCatalog | null> {
  const { fuller } = probe.protocol;
  if (!fuller?.isFrom(usual)) return null;
  const answer = await ask(probe, new URL(fuller.path, probe.provider.baseUrl!).href);
  const models = answer.ok ? fuller.read(answer.json) : null;
  return models && catalogOf(`GET ${fuller.path}`, models);
}

/** Returns why there is no list; an address without its `/v1` is the most common reason, so that is tried. */
async function explain(
  probe: ApiProbe,
  answer: Extract<JsonResponse, { ok: false }>,
): Promise<ProbeResult> {
  const { provider, protocol } = probe;
  const baseUrl = provider.baseUrl!;
  if (answer.status !== 404 && answer.status !== 405) {
    return { ok: false, fault: answer.fault, detail: answer.detail };
  }
  if (!/\/v\d+$/.test(baseUrl)) {
    const better = `${baseUrl}/v1`;
    const retry = await ask(probe, `${better}${protocol.list}`);
    if (retry.ok && protocol.read(retry.json)) {
      const detail = `The API is at ${better}. Set the baseUrl of "${provider.id}" to that.`;
      return { ok: false, fault: "refused", detail };
    }
  }
  if (provider.models.length > 0) {
    const detail =
      `It answers but has no list of models (${answer.status}), so the configured ones are used.`;
    return { ok: true, detail, catalog: null, version: null };
  }
  const detail =
    `${answer.detail} If the address is right and the server has no list of models, list them in "models".`;
  return { ok: false, fault: "refused", detail };
}

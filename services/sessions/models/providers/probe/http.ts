import type { CatalogModel } from "../../../../../store/models/provider_events.ts";
import type { ProviderDefinition } from "../settings/definition.ts";
import { anthropicModels } from "./anthropic_catalog.ts";
import { type Answer, getJson } from "./get_json.ts";
import { ollamaModels } from "./ollama_catalog.ts";
import { namesOwner, openAiModels } from "./openai_catalog.ts";
import { catalogOf, type ProbeResult } from "./result.ts";
import { counted } from "../../../../ground/kernel/words.ts";

/** The inputs of an API probe. */
export type ApiProbe = {
  provider: ProviderDefinition & { baseUrl: string };
  /** The key, or null if it needs none. */
  key: string | null;
  signal: AbortSignal;
  timeoutMilliseconds: number;
};

type Protocol = {
  path: string;
  headers: (key: string) => Record<string, string>;
  read: (json: unknown) => CatalogModel[] | null;
};

const OPENAI: Protocol = {
  path: "/models",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: openAiModels,
};

const ANTHROPIC: Protocol = {
  path: "/models?limit=1000",
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  read: anthropicModels,
};

/** Ollama names itself `library` in its OpenAI-compatible list, which omits most of its information. */
const OLLAMA = "library";

/** Requests an API's model list. */
export async function probeApi(probe: ApiProbe): Promise<ProbeResult> {
  const { provider } = probe;
  const protocol = provider.kind === "anthropic" ? ANTHROPIC : OPENAI;
  const answer = await ask(probe, protocol, `${provider.baseUrl}${protocol.path}`);
  if (!answer.ok) return await explain(probe, protocol, answer);
  const models = protocol.read(answer.json);
  if (!models) {
    const detail =
      `${provider.baseUrl}${protocol.path} answered with JSON that is not a list of models. Set baseUrl to the address of the API.`;
    return { ok: false, fault: "not_understood", detail };
  }
  const tags = protocol === OPENAI && provider.privacy !== "third-party" && namesOwner(answer.json, OLLAMA)
    ? await ollamaTags(probe)
    : null;
  const catalog = tags ?? catalogOf(`GET ${protocol.path.split("?")[0]}`, models);
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

const ask = ({ provider, key, signal, timeoutMilliseconds }: ApiProbe, protocol: Protocol, url: string) =>
  getJson({
    url,
    headers: { ...provider.headers, ...(key !== null && protocol.headers(key)) },
    signal,
    timeoutMilliseconds,
  });

async function ollamaTags(probe: ApiProbe) {
  const url = new URL("/api/tags", probe.provider.baseUrl).href;
  const answer = await ask(probe, OPENAI, url);
  const models = answer.ok ? ollamaModels(answer.json) : null;
  return models && catalogOf("GET /api/tags", models);
}

/** Returns why there is no list; an address without its `/v1` is the most common reason, so that is tried. */
async function explain(
  probe: ApiProbe,
  protocol: Protocol,
  answer: Extract<Answer, { ok: false }>,
): Promise<ProbeResult> {
  const { provider } = probe;
  if (answer.status !== 404 && answer.status !== 405) {
    return { ok: false, fault: answer.fault, detail: answer.detail };
  }
  if (!/\/v\d+$/.test(provider.baseUrl)) {
    const better = `${provider.baseUrl}/v1`;
    const retry = await ask(probe, protocol, `${better}${protocol.path}`);
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

import type { ProviderDefinition, ProviderKind } from "../../provider_kinds/definition.ts";
import { PROVIDER_KINDS } from "../../provider_kinds/kinds/table.ts";
import { type ProxyRefusal, refusal } from "./refusal.ts";

/** The provider's path for a request, and whether it calls a model. */
type ProviderPath = {
  ok: true;
  target: string;
  generates: boolean;
  /** The model, where the path names it instead of the body. */
  model?: string;
};

type Provider = Pick<ProviderDefinition, "id" | "kind" | "baseUrl">;

/** Google serves its own protocol next to the OpenAI-compatible one, with the same key. */
const GOOGLE_COMPATIBLE = /\/v1beta\/openai$/;
const GOOGLE_PATH =
  /^\/v1(?:beta|alpha)?\/models\/([\w.-]+):(generateContent|streamGenerateContent|countTokens)$/;

/** Returns the provider's path for a request, or a refusal when there is no such path. */
export function passageOf(provider: Provider, method: string, pathname: string): ProviderPath | ProxyRefusal {
  const google = method === "POST" ? GOOGLE_PATH.exec(pathname) : null;
  if (google) return googlePassage(provider, google[1]!, google[2]!);
  const path = pathname.replace(/^\/v1(?=\/)/, "");
  const passage = ({ client }: ProviderKind) =>
    client?.protocol.passages.find((each) => each.method === method && each.path === path);
  if (!PROVIDER_KINDS.some(passage)) return refusal(404, `This proxy has no ${method} ${pathname}.`);
  const found = passage(provider.kind);
  return found
    ? { ok: true, target: `${provider.baseUrl}${path}`, generates: found.generates }
    : refusal(404, `The provider "${provider.id}" is of the kind ${provider.kind.id}, which has no ${path}.`);
}

function googlePassage({ id, baseUrl }: Provider, model: string, verb: string): ProviderPath | ProxyRefusal {
  if (!baseUrl || !GOOGLE_COMPATIBLE.test(baseUrl)) {
    return refusal(
      404,
      `The provider "${id}" does not speak Google's protocol: its address does not end in /v1beta/openai.`,
    );
  }
  const base = baseUrl.replace(/\/openai$/, "");
  return { ok: true, target: `${base}/models/${model}:${verb}`, generates: verb !== "countTokens", model };
}

import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import type { ProviderKind } from "../../../sessions/provider_kinds/definition.ts";
import { openai } from "../../../sessions/provider_kinds/kinds/openai/kind.ts";
import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import { recordOf } from "../../../../store/shared/records.ts";
import { stringOf } from "../protocol/raw.ts";
import type { AgentConfiguration } from "./configuration.ts";

/** The protocols of opencode's packages for providers that it can use through this service. */
const PROTOCOLS: Readonly<Record<string, ProviderKind>> = {
  "@ai-sdk/openai-compatible": openaiCompatible,
  "@ai-sdk/openai": openai,
};

/** opencode: the provider of its `model`, or the first that has an address. */
export const opencodeConfiguration: AgentConfiguration = {
  variable: "XDG_CONFIG_HOME",
  directory: ".config",
  files: ["opencode/opencode.jsonc", "opencode/opencode.json", "opencode/config.json"],
  read: async (text) => {
    const { parse } = await PACKAGES.jsonc();
    const { model, provider } = recordOf(parse(text, [], { allowTrailingComma: true }));
    const [chosen, ...rest] = (stringOf(model) ?? "").split("/");
    const providers = recordOf(provider);
    const stated = Object.keys(providers).flatMap((id) => {
      const { npm, options, models } = recordOf(providers[id]);
      const kind = PROTOCOLS[stringOf(npm) ?? "@ai-sdk/openai-compatible"];
      const { baseURL } = recordOf(options);
      return kind && baseURL !== undefined
        ? [{ id, kind, baseURL, models: Object.keys(recordOf(models)) }]
        : [];
    });
    const one = stated.find(({ id }) => id === chosen) ?? stated[0];
    if (one === undefined) return null;
    const own = one.id === chosen ? [rest.join("/")] : [];
    return { kind: one.kind, baseUrl: one.baseURL, models: [...own, ...one.models] };
  },
};

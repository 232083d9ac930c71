import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import { recordOf } from "../../../../store/shared/records.ts";
import { stringOf } from "../protocol/raw.ts";
import type { AgentConfiguration } from "./configuration.ts";

/** Codex: the provider that `model_provider` names, if it has the Responses API, which is all that Codex speaks here. */
export const codexConfiguration: AgentConfiguration = {
  variable: "CODEX_HOME",
  directory: ".codex",
  files: ["config.toml"],
  read: async (text) => {
    const { parse } = await PACKAGES.toml();
    const { model, model_provider, model_providers } = recordOf(parse(text));
    const { base_url, wire_api } = recordOf(recordOf(model_providers)[stringOf(model_provider) ?? ""]);
    if (base_url === undefined || wire_api === "chat") return null;
    return { kind: openaiCompatible, baseUrl: base_url, models: [model] };
  },
};

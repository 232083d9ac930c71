import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { openaiCompatible } from "../../../sessions/provider_kinds/kinds/openai_compatible/kind.ts";
import { recordOf } from "../../../../store/shared/records.ts";
import type { AgentConfiguration } from "./configuration.ts";

/** Google's OpenAI-compatible address, the only server whose protocol Gemini CLI speaks. */
const ADDRESS = "https://generativelanguage.googleapis.com/v1beta/openai";

/** Gemini CLI: its file names a model, never a server. */
export const geminiConfiguration: AgentConfiguration = {
  variable: null,
  directory: ".gemini",
  files: ["settings.json"],
  read: async (text) => {
    const { parse } = await PACKAGES.jsonc();
    return { kind: openaiCompatible, baseUrl: ADDRESS, models: [recordOf(recordOf(parse(text)).model).name] };
  },
};

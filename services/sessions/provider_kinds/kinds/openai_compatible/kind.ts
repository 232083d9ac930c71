import { PACKAGES } from "../../../../ground/kernel/packages.later.ts";
import type { ProviderKind } from "../../definition.ts";
import { probeApi } from "../../probe/http.ts";
import { OPENAI } from "../openai/protocol.ts";

/** Any server that speaks OpenAI's protocol. */
export const openaiCompatible: ProviderKind<"model"> = {
  id: "openai-compatible",
  settings: { needs: "baseUrl", has: [], canConnect: true, define: ({ models }) => ({ models }) },
  privacy: () => "third-party",
  models: { catalog: true, own: null },
  health: { through: "api", probe: (probing) => probeApi(probing, OPENAI) },
  executionPath: ({ baseUrl }) => `openai-compatible: ${baseUrl}`,
  client: {
    protocol: OPENAI,
    open: async (name, settings, key, model) => {
      const { createOpenAICompatible } = await PACKAGES.openaiCompatible();
      const options = { ...settings, name, includeUsage: true, ...(key !== null && { apiKey: key }) };
      return createOpenAICompatible(options).chatModel(model);
    },
    takesShape: ({ capabilities }) => capabilities.includes("structured_output"),
  },
  worker: "model",
};

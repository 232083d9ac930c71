import { PACKAGES } from "../../../../ground/kernel/packages.later.ts";
import type { ProviderKind } from "../../definition.ts";
import { NO_KEY } from "../../protocol.ts";
import { probeApi } from "../../probe/http.ts";
import { OPENAI } from "./protocol.ts";

/** OpenAI's API. */
export const openai: ProviderKind<"model"> = {
  id: "openai",
  settings: {
    baseUrl: "https://api.openai.com/v1",
    needs: "baseUrl",
    has: [],
    canConnect: true,
    define: ({ models }) => ({ models }),
  },
  privacy: () => "third-party",
  models: { catalog: true, own: null },
  health: { through: "api", probe: (probing) => probeApi(probing, OPENAI) },
  executionPath: ({ baseUrl }) => `openai: ${baseUrl}`,
  client: {
    protocol: OPENAI,
    open: async (name, settings, key, model) => {
      const { createOpenAI } = await PACKAGES.openai();
      return createOpenAI({ ...settings, name, apiKey: key ?? NO_KEY }).chat(model);
    },
    takesShape: () => true,
  },
  worker: "model",
};

import { PACKAGES } from "../../../../ground/kernel/packages.later.ts";
import type { ModelClient, ProviderKind } from "../../definition.ts";
import { type ApiProtocol, NO_KEY } from "../../protocol.ts";
import { probeApi } from "../../probe/http.ts";
import { anthropicModels } from "./catalog.ts";

/** The Messages protocol. */
const ANTHROPIC: ApiProtocol = {
  list: "/models?limit=1000",
  read: anthropicModels,
  keyHeaders: (key) => ({ "x-api-key": key }),
  headers: { "anthropic-version": "2023-06-01" },
  passages: [
    { method: "POST", path: "/messages", generates: true },
    { method: "POST", path: "/messages/count_tokens", generates: false },
    { method: "GET", path: "/models", generates: false },
  ],
};

const client: ModelClient = {
  protocol: ANTHROPIC,
  open: async (_, settings, key, model) => {
    const { createAnthropic } = await PACKAGES.anthropic();
    return createAnthropic({ ...settings, apiKey: key ?? NO_KEY })(model);
  },
  takesShape: () => true,
};

/** Anthropic's API. */
export const anthropic: ProviderKind<"model"> = {
  id: "anthropic",
  settings: {
    baseUrl: "https://api.anthropic.com/v1",
    needs: "baseUrl",
    has: [],
    canConnect: true,
    define: ({ models }) => ({ models }),
  },
  privacy: () => "third-party",
  models: { catalog: true, own: null },
  health: { through: "api", probe: (probing) => probeApi(probing, ANTHROPIC) },
  executionPath: ({ baseUrl }) => `anthropic: ${baseUrl}`,
  client,
  worker: "model",
};

/** The same API by a login of Claude Code, which sends the headers that go with it. No settings name this kind. */
export const anthropicLogin: ProviderKind<"model"> = {
  ...anthropic,
  id: "anthropic-login",
  settings: null,
  client: {
    ...client,
    protocol: { ...ANTHROPIC, keyHeaders: (token) => ({ authorization: `Bearer ${token}` }) },
  },
};

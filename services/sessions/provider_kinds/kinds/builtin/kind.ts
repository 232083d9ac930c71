import type { ProviderKind } from "../../definition.ts";

/** What this program brings itself. */
export const builtin: ProviderKind<"recipe"> = {
  id: "builtin",
  settings: null,
  privacy: () => "local",
  models: { catalog: false, own: null },
  health: null,
  executionPath: () => "in this process",
  client: null,
  worker: "recipe",
};

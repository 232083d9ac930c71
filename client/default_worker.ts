import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import type { createClient } from "./client.ts";

/** The routing policy of *Connect*, which comes after every other one. */
const NAME = "Default";
const LOWEST = -1000;

/** The roles of the default: a model for everything, an agent only for the work, which a model plans. */
type DefaultWorker = { provider: string; model: string; agent: boolean };

/** Makes a model or an agent the default; recipes do not need one. */
export async function chooseDefault(
  call: ReturnType<typeof createClient>,
  { provider, model, agent }: DefaultWorker,
): Promise<void> {
  const policies = await call("GET /model-routing/policies", { query: { limit: 200 } });
  const known = policies.find(({ name, priority }) => name === NAME && priority === LOWEST);
  await call("POST /model-routing/policies", {
    body: {
      name: NAME,
      ...(known && { id: known.id }),
      status: "active",
      priority: LOWEST,
      match: agent ? { role: "worker" } : {},
      prefer: [{ provider: "builtin", model: "recipe" }, { provider, model }],
    },
  });
}

/** Returns the provider that *Connect* made the default, if any. */
export const defaultProviderOf = (
  policies: Result<Api["GET /model-routing/policies"]>,
): string | undefined =>
  policies.find(({ name, priority, status }) => name === NAME && priority === LOWEST && status === "active")
    ?.prefer.at(-1)?.provider;

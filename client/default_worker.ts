import type { createClient } from "./client.ts";

/** The policy that *Connect* keeps: it counts after every other one. */
const NAME = "Default";
const LOWEST = -1000;

/** What is used where nobody says: a model for everything, an agent for the work alone, which a model plans. */
export type DefaultWorker = { provider: string; model: string; agent: boolean };

/** Makes a model or an agent the default; recipes go on without one. */
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

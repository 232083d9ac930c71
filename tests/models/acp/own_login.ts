import { join } from "node:path";
import { says } from "../server/reply.ts";
import { World, type WorldOptions } from "./acp_world.ts";
import { CANARY } from "./canary.ts";

/** A world whose agent is set up as Claude Code is, with its provider at the address of the test's model server. */
export const worldOf = (
  files?: Record<string, string>,
  options: Pick<WorldOptions, "mode" | "dial"> = {},
): Promise<World> =>
  World.open({
    agent: { preset: "claude", through: undefined },
    dial: "border",
    models: () => says("An answer."),
    ...(files && { files }),
    ...options,
  });

/** Gives it the login for an address. Returns the id of the secret. */
export async function giveLogin(world: World, address: string): Promise<string> {
  const { id } = await world.h.operator("POST /secrets", {
    body: {
      name: "coder-login",
      kind: "agent-login",
      provider: "coder",
      value: CANARY,
      metadata: { address },
    },
  });
  return id;
}

/** Configures the agent's provider at the model server of its world. Returns its address. */
export function atServer(world: World): string {
  const path = join(world.h.directory, "providers.json");
  const settings = JSON.parse(Deno.readTextFileSync(path));
  const coder = settings.providers.find(({ id }: { id: string }) => id === "coder");
  coder.baseUrl = world.server.baseUrl;
  Deno.writeTextFileSync(path, JSON.stringify(settings));
  return world.server.baseUrl;
}

import type { Core } from "./context.ts";
import type { Config } from "./config.ts";
import { counted } from "./words.ts";

/** How requests are told apart, by the tokens that are configured. */
export type AccessMode = "local-public" | "token" | "agent-restricted";

type Tokens = { config: Pick<Config, "operatorToken" | "agentToken"> };

/** Returns the mode that the configured tokens make. */
export const accessMode = ({ config }: Tokens): AccessMode =>
  config.operatorToken ? "token" : config.agentToken ? "agent-restricted" : "local-public";

/**
 * Returns what a person has to know who wants to reach the service from another machine: where it listens on all addresses,
 * it answers to its own names and those of `AGENT_HARNESS_ALLOWED_ORIGINS` only. Null where there is nothing to say.
 */
export function reachSentence(
  { host, allowedOrigins }: Pick<Config, "host" | "allowedOrigins">,
  port: number,
): string | null {
  if (!["0.0.0.0", "::", "[::]"].includes(host) || allowedOrigins.length > 0) return null;
  return `It listens on all addresses but answers only to http://127.0.0.1:${port}. To reach it from other machines, set ` +
    `AGENT_HARNESS_ALLOWED_ORIGINS to what they will type, such as http://192.0.2.7:${port}.`;
}

/** True where the owner of a connection of this machine can be told. */
export const CAN_TELL_OWNERS = Deno.build.os === "linux";

/** Who can do what with this service, in one sentence. */
export function accessSentence(
  { config, otherAccounts, canTellOwners }: Tokens & Pick<Core, "otherAccounts" | "canTellOwners">,
): string {
  if (config.operatorToken) return "Every request needs a token.";
  const agent = config.agentToken
    ? "Agents with their token may do what Access says; without a token, "
    : "No token is set: ";
  const sandboxed = "except sandboxed commands, which cannot connect";
  const make = "`agent-harness init --token` makes a token";
  if (canTellOwners) {
    return `${agent}every program of this user and of root is the operator, ${sandboxed}; other accounts of this machine may not use it; ${make}.`;
  }
  if (otherAccounts.length === 0) {
    return `${agent}every program of this machine is the operator, ${sandboxed}; ${make}.`;
  }
  const others = counted(otherAccounts.length, "other account");
  return `${agent}every program of this machine is the operator, those of its ${others} too, ${sandboxed}; ${make}.`;
}

import type { Core } from "./context.ts";
import type { Config } from "./config.ts";
import { MIN_TOKEN_LENGTH } from "./token_proof.ts";
import { counted } from "./words.ts";

/** How requests are told apart, by the configured tokens. */
export type AccessMode = "local-public" | "token" | "agent-restricted";

type Tokens = { config: Pick<Config, "operatorToken" | "agentToken"> };

/** Returns the mode for the configured tokens. */
export const accessMode = ({ config }: Tokens): AccessMode =>
  config.operatorToken ? "token" : config.agentToken ? "agent-restricted" : "local-public";

/**
 * Returns what a person must know to reach the service from another machine: on all addresses it answers only to its
 * own names and those in `AGENT_HARNESS_ALLOWED_ORIGINS`. Null if there is nothing to say.
 */
export function reachSentence(
  { host, allowedOrigins }: Pick<Config, "host" | "allowedOrigins">,
  port: number,
): string | null {
  if (!["0.0.0.0", "::", "[::]"].includes(host) || allowedOrigins.length > 0) return null;
  return `It listens on all addresses but answers only to http://127.0.0.1:${port}. To reach it from other machines, set ` +
    `AGENT_HARNESS_ALLOWED_ORIGINS to what they will type, such as http://192.0.2.7:${port}.`;
}

/** Returns a warning about tokens that are short; null if there are none. */
export function shortTokenSentence({ config: { operatorToken, agentToken } }: Tokens): string | null {
  const tokens = { AGENT_HARNESS_TOKEN: operatorToken, AGENT_HARNESS_AGENT_TOKEN: agentToken };
  const short = Object.entries(tokens).filter(([, value]) =>
    value !== null && value.length < MIN_TOKEN_LENGTH
  );
  if (short.length === 0) return null;
  return `${
    short.map(([name]) => name).join(" and ")
  } can be guessed: use at least ${MIN_TOKEN_LENGTH} characters, such as \`openssl rand -hex 32\` prints.`;
}

/** True if the owner of a connection of this machine can be determined. */
export const CAN_TELL_OWNERS = Deno.build.os === "linux";

/** Returns who can do what with this service, in one sentence. */
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

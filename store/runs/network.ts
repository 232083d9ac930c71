import { z } from "zod";

const hostUseSchema = z.object({
  host: z.string(),
  connections: z.number().int(),
  sentBytes: z.number().int(),
  receivedBytes: z.number().int(),
});

/** Why a connection was refused, in words. */
const REASONS = {
  not_listed: "it is not on the list of allowed hosts",
  not_public: "its address is not public, which only an exact host:port entry allows",
  unresolved: "its name cannot be resolved",
  own_service: "commands may not connect to this service",
  not_admitted: "the command was not allowed to use the network",
  agent_start: "an agent may not use the network while it starts",
} as const;

const refusalReasonSchema = z.enum([
  "not_listed",
  "not_public",
  "unresolved",
  "own_service",
  "not_admitted",
  "agent_start",
]);
export type NetworkRefusalReason = z.infer<typeof refusalReasonSchema>;

const refusedHostSchema = z.object({
  host: z.string().describe("with its port"),
  reason: refusalReasonSchema,
  attempts: z.number().int(),
});

/** What commands used of the network: hosts with their ports, and what the proxy refused. */
export const networkUseSchema = z.object({
  hosts: z.array(hostUseSchema),
  refused: z.array(refusedHostSchema),
  omitted: z.number().int().optional().describe(
    "connections to other hosts, allowed or refused, that are not listed by name",
  ),
  unwatched: z.number().int().optional().describe("commands that ran outside a sandbox"),
});
export type NetworkUse = z.infer<typeof networkUseSchema>;

/** Says what was refused and why, with the line for `sandbox.json` that allows it. */
export function refusalSentence({ host, reason }: { host: string; reason: NetworkRefusalReason }): string {
  const sentence = `The connection to ${host} was refused: ${REASONS[reason]}.`;
  // A name without a port allows only public addresses, which is enough for most hosts.
  const entry = reason === "not_listed" ? host.replace(/(?<=[a-z]):(?:443|80)$/, "") : host;
  return reason === "not_listed" || reason === "not_public"
    ? `${sentence} To allow it, add "hosts": ["${entry}"] to sandbox.json.`
    : sentence;
}

/** How many hosts a run's document lists by name, in each of its two lists. */
const MAX_HOSTS = 20;

/** Adds what one command used to what a run has used so far. */
export function addNetworkUse(before: NetworkUse | undefined, more: NetworkUse): NetworkUse {
  const hosts = structuredClone(before?.hosts ?? []);
  const refused = structuredClone(before?.refused ?? []);
  let omitted = (before?.omitted ?? 0) + (more.omitted ?? 0);
  for (const use of more.hosts) {
    const known = hosts.find(({ host }) => host === use.host);
    if (known) {
      known.connections += use.connections;
      known.sentBytes += use.sentBytes;
      known.receivedBytes += use.receivedBytes;
    } else if (hosts.length < MAX_HOSTS) hosts.push(use);
    else omitted += use.connections;
  }
  for (const each of more.refused) {
    const known = refused.find(({ host, reason }) => host === each.host && reason === each.reason);
    if (known) known.attempts += each.attempts;
    else if (refused.length < MAX_HOSTS) refused.push(each);
    else omitted += each.attempts;
  }
  const unwatched = (before?.unwatched ?? 0) + (more.unwatched ?? 0);
  return { hosts, refused, ...(omitted > 0 && { omitted }), ...(unwatched > 0 && { unwatched }) };
}

import { type NetworkUse, refusalSentence } from "./network.ts";
import { counted } from "../words.ts";

/**
 * Describes what the work used of the network, and what was refused. What a coding agent wanted for itself when it started,
 * such as an update, is not work: a line that every review repeats is not read.
 */
export function describeNetwork(use: NetworkUse | undefined): string {
  const { hosts = [], omitted = 0, unwatched = 0 } = use ?? {};
  const refused = use?.refused.filter(({ reason }) => reason !== "agent_start") ?? [];
  if (hosts.length + refused.length + omitted + unwatched === 0) return "No network was used.";
  const moved = hosts.map(({ host, receivedBytes, sentBytes }) =>
    `${host} (${sizeOf(receivedBytes)} in, ${sizeOf(sentBytes)} out)`
  );
  return [
    ...(unwatched > 0 ? ["Commands ran outside a sandbox, where network use is not recorded."] : []),
    ...(moved.length > 0 ? [`Used: ${moved.join(", ")}.`] : []),
    ...refused.map(refusalSentence),
    ...(omitted > 0
      ? [`Other hosts: ${counted(omitted, "connection or refusal", "connections and refusals")}.`]
      : []),
  ].join(" ");
}

/** Names the hosts that a coding agent was refused when it started; empty without one. */
export function describeStart({ refused }: NetworkUse): string {
  const hosts = refused.filter(({ reason }) => reason === "agent_start").map(({ host }) => host);
  return hosts.length === 0
    ? ""
    : ` When the agent started, connections to ${hosts.join(", ")} were refused.`;
}

function sizeOf(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 0 ? 1 : 0)} ${units[power]}`;
}

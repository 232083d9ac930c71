import { type NetworkUse, refusalSentence } from "./network.ts";
import { counted } from "../words.ts";

/** Describes what commands used of the network, and what was refused. */
export function describeNetwork(use: NetworkUse | undefined): string {
  if (use === undefined) return "No network was used.";
  const { hosts, refused, omitted = 0, unwatched = 0 } = use;
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

function sizeOf(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power > 0 ? 1 : 0)} ${units[power]}`;
}

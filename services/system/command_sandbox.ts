import type { Service } from "../context.ts";
import type { CommandSandbox } from "./schemas.ts";

/** How commands of runs are held on this machine, in words for a person; `fix` is what would hold them better. */
export function commandSandbox(service: Pick<Service, "sandbox" | "config">): CommandSandbox {
  const { config } = service;
  const sandbox = service.sandbox.state;
  if (!sandbox.available) {
    const detail =
      `Commands of runs are not confined: ${sandbox.reason} They run as this user, in a worktree of their ` +
      "own, with an allow-list of environment variables, and can read, write and send whatever this user can.";
    return { enforced: false, kind: "none", version: null, detail, fix: sandbox.fix };
  }
  const detail =
    "Commands of runs are confined: they can write their worktree and temporary files of their own, see " +
    "neither this user's home nor this service's storage, its processes and its environment, and reach no network, " +
    "except for setup commands. sandbox.json in the storage directory changes that.";
  const open = config.operatorToken === null;
  return {
    enforced: true,
    kind: "bubblewrap",
    version: sandbox.version,
    detail: open
      ? `${detail} What has the network also reaches this service, where everybody is the operator as long as no token is set.`
      : detail,
    fix: open
      ? "Set AGENT_HARNESS_TOKEN, so that a command with the network cannot act as the operator."
      : null,
  };
}

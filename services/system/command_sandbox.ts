import type { Core } from "../kernel/context.ts";
import { describeLimits } from "../processes/sandbox/mod.ts";
import type { CommandSandbox } from "./schemas.ts";
import type { SystemLive } from "./live.ts";

/** How commands of runs are held on this machine, in words for a person; `fix` is what would hold them better. */
export function commandSandbox(service: Pick<Core & SystemLive, "sandbox">): CommandSandbox {
  const sandbox = service.sandbox.state;
  if (!sandbox.available) {
    const detail =
      `Commands of runs are not confined: ${sandbox.reason} They run as this user, in a worktree of their ` +
      "own, with an allow-list of environment variables, and can read, write and send whatever this user can.";
    return { enforced: false, kind: "none", version: null, detail, fix: sandbox.fix };
  }
  const detail =
    "Commands of runs are confined: they can write their worktree and temporary files of their own, see " +
    "neither this user's home nor this service's storage, its processes and its environment, and reach no network. Setup " +
    "commands reach the package registries of this machine through a proxy of this service, and never this service " +
    `or anything else of this machine. ${describeLimits(sandbox.groups)} ` +
    "sandbox.json in the storage directory changes that.";
  return {
    enforced: true,
    kind: "bubblewrap",
    version: sandbox.version,
    detail,
    fix: null,
  };
}

import type { Core } from "../../ground/kernel/context.ts";
import { describeLimits, describeSystemCalls } from "../../machine/processes/sandbox/mod.ts";
import type { CommandSandbox } from "./schemas.ts";
import type { SystemLive } from "./live.ts";

/** Describes how commands of runs are confined on this machine; `fix` is what would confine them better. */
export function commandSandbox(service: Pick<Core & SystemLive, "sandbox">): CommandSandbox {
  const sandbox = service.sandbox.state;
  if (!sandbox.available) {
    const detail =
      `Commands of runs are not confined: ${sandbox.reason} They run as this user, in their own ` +
      "worktree, with an allow-list of environment variables, and can read, write and send anything that this user can.";
    return { enforced: false, kind: "none", version: null, detail, fix: sandbox.fix };
  }
  const detail =
    "Commands of runs are confined: they can write to their worktree and their own temporary files, cannot see " +
    "this user's home or this service's storage, processes and environment, and have no network access. Setup " +
    "commands can reach package registries through a proxy of this service, but not this service itself " +
    `or anything else of this machine. ${describeLimits(sandbox.groups)} ` +
    sentence(describeSystemCalls(sandbox)) +
    "To change this, edit sandbox.json in the storage directory.";
  return {
    enforced: true,
    kind: "bubblewrap",
    version: sandbox.version,
    detail,
    fix: null,
  };
}

const sentence = (text: string): string => text === "" ? "" : `${text} `;

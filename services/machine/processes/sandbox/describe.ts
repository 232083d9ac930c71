import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { SandboxState } from "./policy.ts";
import { EXCEPTIONS } from "./seccomp/refusals.ts";
import { type KernelRule, readSettings } from "./settings.ts";

/** What a program without a sandbox reaches; docs/security.md has it in detail. */
export const UNCONFINED_REACH =
  "all of this user's files, this service's storage, this user's processes, sockets, keyrings and devices, and the network";

/** What root's commands reach in a user namespace: the files of control groups belong to root. */
const IN_NAMESPACES = "so commands, which run as root, can change limits and control groups of this machine.";

/**
 * Returns in sentences what a sandbox leaves open although it refuses it by default, because of this machine or of sandbox.json;
 * empty if there is nothing.
 */
export function describeOpenings(
  state: SandboxState,
  { systemCalls = [], userNamespaces }: KernelRule = {},
): string {
  if (!state.available) return "";
  const calls = state.unfiltered !== null
    ? `System calls are not filtered (${state.unfiltered}), so kernel keyrings and vsock are shared with this user, and nothing refuses ${
      EXCEPTIONS.join(", ")
    }.`
    : systemCalls.length > 0
    ? `sandbox.json allows system calls that are refused otherwise: ${systemCalls.join(", ")}.`
    : "";
  const namespaces = Deno.uid() !== 0
    ? ""
    : state.unrefused !== null
    ? `User namespaces are not refused (${state.unrefused}), ${IN_NAMESPACES}`
    : userNamespaces === true
    ? `sandbox.json allows user namespaces, ${IN_NAMESPACES}`
    : "";
  return [calls, namespaces].filter((text) => text !== "").join(" ");
}

/** What to do about a sandbox that is turned off. */
export const TURN_ON = 'Remove "sandbox": false from sandbox.json in the storage directory.';

/** What sandbox.json says of all commands, and a sentence about what it opens; empty if that is nothing. */
export type DescribedSettings = { off: boolean; rule: KernelRule; sentence: string };

/** Describes what sandbox.json opens for every repository, and for some. */
export async function describeSettings(storageDirectory: string): Promise<DescribedSettings> {
  try {
    const { sandbox, systemCalls = {}, userNamespaces, repositories = {} } = await readSettings(
      storageDirectory,
    );
    const off = sandbox === false;
    const without = Object.entries(repositories).filter(([, own]) => own.sandbox === false).map(([path]) =>
      path
    );
    const places = off ? ["all repositories"] : without;
    return {
      off,
      rule: {
        systemCalls: EXCEPTIONS.filter((id) => systemCalls[id] === true),
        ...(userNamespaces !== undefined && { userNamespaces }),
      },
      sentence: places.length === 0 ? "" : `sandbox.json turns the sandbox off for ${places.join(", ")}.`,
    };
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    return { off: false, rule: {}, sentence: error.message };
  }
}

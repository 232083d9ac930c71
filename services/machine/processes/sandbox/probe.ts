import { findProgram } from "../../../ground/kernel/find_program.ts";
import { sandboxCommand } from "./arguments.ts";
import { groupVersion } from "./resource_group.ts";
import { filterFile } from "./seccomp/filter_file.ts";
import type { AvailableSandbox, SandboxState } from "./policy.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

const INSTALL =
  "sudo apt-get install bubblewrap    # or: dnf install bubblewrap, pacman -S bubblewrap, apk add bubblewrap";

const SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin";

const known = new Map<string, Promise<SandboxState>>();

/**
 * Finds out whether `bwrap` really confines a command here, by running one with the options that all commands get. The result
 * for a search path is cached for the life of this process. It never rejects.
 */
export function probeSandbox(searchPath: string): Promise<SandboxState> {
  const found = known.get(searchPath) ?? probe(searchPath);
  known.set(searchPath, found);
  return found;
}

async function probe(searchPath: string): Promise<SandboxState> {
  if (Deno.build.os !== "linux") {
    const reason = "Commands are confined with bubblewrap, which only runs on Linux.";
    return {
      available: false,
      reason,
      fix: "Run the service on Linux, in a virtual machine or a container.",
    };
  }
  const program = findProgram("bwrap", searchPath);
  if (program === null) return { available: false, reason: "bubblewrap is not installed.", fix: INSTALL };
  if (findProgram("bash", `${searchPath}:${SYSTEM_PATH}`) === null) {
    const reason = "bash is not installed, which closes descriptors that a sandbox must not inherit.";
    return { available: false, reason, fix: "sudo apt-get install bash" };
  }
  let temporary: string | undefined;
  try {
    temporary = await Deno.makeTempDir({ prefix: "agent-harness-probe-" });
    const version = (await run(program, ["--version"])).output.trim();
    const policy = {
      directory: temporary,
      writable: [temporary],
      readable: [],
      masked: [],
      home: null,
      homeAt: "/home/user",
      temporary,
    };
    const file = await filterFile(temporary, []);
    const failures: Tried[] = [];
    for (const filter of file === null ? [null] : [file, null]) {
      for (const userNamespaces of [false, true]) {
        const command = { program, policy: { ...policy, userNamespaces }, filter };
        const [first = "", ...args] = sandboxCommand(command, ["sh", "-c", "test $$ -lt 10"]);
        const { success, output } = await run(first, args);
        const found = { filtered: filter !== null, userNamespaces, output };
        if (success) {
          return {
            available: true,
            program,
            version,
            groups: await groupVersion(),
            ...whyOpen(found, failures, version),
          };
        }
        failures.push(found);
      }
    }
    return { available: false, ...explain(version, failures.at(-1)!.output) };
  } catch (error) {
    return { available: false, ...explain("bubblewrap", messageOf(error)) };
  } finally {
    if (temporary) await Deno.remove(temporary, { recursive: true }).catch(() => {});
  }
}

/** A sandbox that was tried, and what `bwrap` said. */
type Tried = { filtered: boolean; userNamespaces: boolean; output: string };

/** Returns why a sandbox works only with less than all that it can refuse. */
function whyOpen(
  { filtered, userNamespaces }: Tried,
  failures: readonly Tried[],
  version: string,
): Pick<AvailableSandbox, "unfiltered" | "unrefused"> {
  const said = (alike: (failure: Tried) => boolean) => lastLine(failures.findLast(alike)?.output ?? "");
  const withFilter = failures.some((failure) => failure.filtered);
  return {
    unfiltered: filtered
      ? null
      : withFilter
      ? `${version} does not take the filter: ${said((failure) => failure.filtered)}`
      : `there is no filter for ${Deno.build.arch}`,
    unrefused: userNamespaces
      ? `${version} cannot refuse them: ${
        said((failure) => failure.filtered === filtered && !failure.userNamespaces)
      }`
      : null,
  };
}

const lastLine = (message: string): string => message.trim().split("\n").at(-1) || "it gave no reason";

/** Returns the sentences for a `bwrap` that is installed and does not work. */
function explain(version: string, message: string): { reason: string; fix: string } {
  const reason = `${version || "bubblewrap"} is installed but does not work here: ${lastLine(message)}.`;
  if (/unknown option/i.test(message)) return { reason, fix: `Version 0.8 or newer is required: ${INSTALL}` };
  if (setting("/proc/sys/user/max_user_namespaces") === "0") {
    return { reason, fix: "sudo sysctl -w user.max_user_namespaces=15000" };
  }
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") === "0") {
    return { reason, fix: "sudo sysctl -w kernel.unprivileged_userns_clone=1" };
  }
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return { reason, fix: "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0" };
  }
  const fix =
    "In a container, allow user namespaces and separate /proc mounts. For Docker: --security-opt seccomp=unconfined --security-opt systempaths=unconfined.";
  return { reason, fix };
}

function setting(path: string): string | null {
  try {
    return Deno.readTextFileSync(path).trim();
  } catch {
    return null; // a kernel without it
  }
}

async function run(program: string, args: string[]): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    clearEnv: true,
    env: { PATH: SYSTEM_PATH },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

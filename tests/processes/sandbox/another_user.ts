import { dirname, join } from "node:path";
import { findProgram } from "../../../services/ground/kernel/find_program.ts";
import {
  composeSandbox,
  holdLimits,
  type Limits,
  sandboxCommand,
  type SandboxRule,
} from "../../../services/machine/processes/sandbox/mod.ts";
import { sandboxOfMachine } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";

/** Nobody, whom every system has. */
const USER = 65534;

const setpriv = findProgram("setpriv", Deno.env.get("PATH") ?? "");

/** Why no command can be run as another user here; null if one can. */
export const NO_OTHER_USER = setpriv === null || Deno.uid() !== 0 ? "needs setpriv, and root" : null;

/** Returns what a command prints in a sandbox of another user, without a control group. */
export async function asAnotherUser(
  command: string,
  limits: Limits,
  rule: Partial<Pick<SandboxRule, "systemCalls">> = {},
): Promise<string> {
  const directory = temporaryDirectory();
  try {
    Deno.chmodSync(directory, 0o777);
    await using held = await holdLimits(limits, () => Promise.resolve(null));
    const place = {
      directory,
      home: null,
      temporary: directory,
      readable: [],
      masked: [],
      storageDirectory: join(directory, "storage"),
      searchPath: "",
    };
    // The default of a service that runs as this user.
    const given = { network: false, readable: [], writable: [], userNamespaces: true, ...rule };
    const composed = await composeSandbox(sandboxOfMachine(), place, given, "/home/user");
    const { filter } = composed;
    if (filter !== null) {
      for (const path of [filter, dirname(filter), place.storageDirectory]) Deno.chownSync(path, USER, USER);
    }
    const confined = sandboxCommand(composed, [...held.inside, "sh", "-c", command]);
    const id = String(USER);
    const { stdout, stderr } = await new Deno.Command(setpriv!, {
      args: ["--reuid", id, "--regid", id, "--clear-groups", ...held.outside, ...confined],
      cwd: "/",
      stdin: "null",
    }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

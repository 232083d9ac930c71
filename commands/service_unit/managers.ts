import { join } from "node:path";
import { UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";

/** A program that starts services at login. */
export type Manager = {
  id: "systemd" | "launchd";
  /** The program that manages units. */
  program: string;
  /** Where the unit of a user is. */
  path: (home: string, configuration: string) => string;
  /** The arguments that show whether it works for this user. */
  probe: readonly string[];
  /** The calls that start a unit whose file was written, and those that end it before its file is removed. */
  start: (path: string) => readonly (readonly string[])[];
  end: (path: string) => readonly (readonly string[])[];
  /** What a person should know after an installation; null for nothing. */
  note: string | null;
};

/** The managers by their names. */
const MANAGERS: Readonly<Record<Manager["id"], Manager>> = {
  systemd: {
    id: "systemd",
    program: "systemctl",
    path: (_, configuration) => join(configuration, "systemd", "user", "agent-harness.service"),
    probe: ["--user", "show-environment"],
    start: () => [["--user", "daemon-reload"], ["--user", "enable", "--now", "agent-harness.service"]],
    end: () => [["--user", "disable", "--now", "agent-harness.service"]],
    note: "It ends when you log out, unless you run: loginctl enable-linger",
  },
  launchd: {
    id: "launchd",
    program: "launchctl",
    path: (home) => join(home, "Library", "LaunchAgents", "agent-harness.plist"),
    probe: ["print", `gui/${Deno.uid() ?? 0}`],
    start: (path) => [["bootstrap", `gui/${Deno.uid() ?? 0}`, path]],
    end: (path) => [["bootout", `gui/${Deno.uid() ?? 0}`, path]],
    note: null,
  },
};

/** Returns the manager that was named, or that of this machine. Throws `UsageError` for an unknown name. */
export function managerNamed(name: string | undefined): Manager {
  const wanted = name ?? (Deno.build.os === "darwin" ? "launchd" : "systemd");
  const manager = Object.values(MANAGERS).find(({ id }) => id === wanted);
  if (!manager) throw new UsageError(`Unknown system "${wanted}". Use systemd or launchd.`);
  return manager;
}

/** Returns where the unit of this user is. Throws `UsageError` without a home directory. */
export function unitPath({ path }: Manager, { environment }: Pick<Shell, "environment">): string {
  const home = environment("HOME");
  if (!home) throw new UsageError("HOME is not set, so the place of the unit is not known.");
  return path(home, environment("XDG_CONFIG_HOME") || join(home, ".config"));
}

/** Calls the manager's program; returns what it says if it fails, or null. */
export async function callManager(
  { program }: Manager,
  { environment }: Pick<Shell, "environment">,
  args: readonly string[],
): Promise<string | null> {
  const command = new Deno.Command(program, {
    args: [...args],
    env: { PATH: environment("PATH") ?? "" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  });
  try {
    const { success, code, stderr } = await command.output();
    if (success) return null;
    const said = new TextDecoder().decode(stderr).trim();
    return `${program} ${args.join(" ")} ended with ${code}${said === "" ? "" : `: ${said}`}`;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return `"${program}" was not found on PATH`;
    throw cause;
  }
}

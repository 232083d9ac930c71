import { type DoctorFinding, failed, ok, warning } from "./finding.ts";
import { LOCAL } from "../local.later.ts";

const OLDEST_GIT = [2, 38] as const;

/** Checks what the service needs on this machine: git, and a working sandbox. */
export const checkMachine = async (
  storageDirectory: string | null,
): Promise<DoctorFinding[]> => [await checkGit(), await checkSandbox(storageDirectory)];

async function checkGit(): Promise<DoctorFinding> {
  const fix = Deno.build.os === "darwin" ? "brew install git" : "sudo apt-get install git";
  const printed = await output("git", ["version"]);
  if (printed === null) return failed("git", "git was not found on PATH.", fix);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(printed) ?? [];
  const [least, leastMinor] = OLDEST_GIT;
  const newEnough = Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor);
  return newEnough
    ? ok("git", printed)
    : failed("git", `${printed} is too old. Version ${OLDEST_GIT.join(".")} or newer is required.`, fix);
}

/** Runs the service's own probe and reads its settings, as at its start. */
async function checkSandbox(storageDirectory: string | null): Promise<DoctorFinding> {
  const { describeLimits, describeSystemCalls, probeSandbox, readSettings, settingsPath } = await LOCAL
    .sandbox();
  if (storageDirectory !== null) {
    const problem = await readSettings(storageDirectory).then(() => null, (error: Error) => error.message);
    const fix = `mend or remove ${settingsPath(storageDirectory)}`;
    if (problem !== null) return failed("sandbox", problem, fix);
  }
  const state = await probeSandbox(Deno.env.get("PATH") ?? "");
  if (!state.available) {
    return warning("sandbox", `${state.reason} Run commands would run as this user, unconfined.`, state.fix);
  }
  const detail = `${state.version}: run commands are confined to their worktree. ${
    describeLimits(state.groups)
  }`;
  const calls = describeSystemCalls(state);
  return calls === "" ? ok("sandbox", detail) : warning("sandbox", `${detail} ${calls}`);
}

/** Returns what a program printed, or null if it failed or does not exist. */
async function output(program: string, args: string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stdin: "null", stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  } catch {
    return null;
  }
}

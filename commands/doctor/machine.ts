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
  const {
    describeLimits,
    describeOpenings,
    describeSettings,
    probeSandbox,
    readSettings,
    settingsPath,
    ...said
  } = await LOCAL.sandbox();
  if (storageDirectory !== null) {
    const problem = await readSettings(storageDirectory).then(() => null, (error: Error) => error.message);
    const fix = `mend or remove ${settingsPath(storageDirectory)}`;
    if (problem !== null) return failed("sandbox", problem, fix);
  }
  const settings = storageDirectory === null ? null : await describeSettings(storageDirectory);
  const state = await probeSandbox(Deno.env.get("PATH") ?? "");
  if (!state.available || settings?.off) {
    const { reason, fix } = state.available ? { reason: settings!.sentence, fix: said.TURN_ON } : state;
    const detail =
      `${reason} Commands of runs are not confined: they have access to ${said.UNCONFINED_REACH}.`;
    return warning("sandbox", detail, fix);
  }
  const detail = `${state.version}: run commands are confined to their worktree. ${
    describeLimits(state.groups)
  }`;
  const open = `${describeOpenings(state, settings?.rule)} ${settings?.sentence ?? ""}`.trim();
  return open === "" ? ok("sandbox", detail) : warning("sandbox", `${detail} ${open}`);
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

import { failed, type Finding, ok, warning } from "./finding.ts";

const OLDEST_GIT = [2, 38] as const;

/** What the service needs of this machine: git, and a sandbox if there is to be one. */
export const checkMachine = async (): Promise<Finding[]> => [await checkGit(), await checkSandbox()];

async function checkGit(): Promise<Finding> {
  const fix = Deno.build.os === "darwin" ? "brew install git" : "sudo apt-get install git";
  const printed = await output("git", ["version"]);
  if (printed === null) return failed("git", "There is no git on PATH.", fix);
  const [, major, minor] = /(\d+)\.(\d+)/.exec(printed) ?? [];
  const [least, leastMinor] = OLDEST_GIT;
  const newEnough = Number(major) > least || (Number(major) === least && Number(minor) >= leastMinor);
  return newEnough
    ? ok("git", printed)
    : failed("git", `${printed} is too old: ${OLDEST_GIT.join(".")} or newer is needed.`, fix);
}

async function checkSandbox(): Promise<Finding> {
  if (Deno.build.os !== "linux") {
    return warning("sandbox", "bubblewrap is for Linux: commands run unconfined here.");
  }
  const version = await output("bwrap", ["--version"]);
  if (version === null) {
    return warning(
      "sandbox",
      "bubblewrap is not installed: commands run as this user, unconfined.",
      "sudo apt-get install bubblewrap",
    );
  }
  const works = await output("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]) !== null;
  return works ? ok("sandbox", version) : warning(
    "sandbox",
    `${version} is installed, but this machine does not let it make namespaces.`,
    "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  );
}

/** What a program printed, or null when it failed or is not there. */
async function output(program: string, args: string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stdin: "null", stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() : null;
  } catch {
    return null;
  }
}

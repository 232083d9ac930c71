import { dirname, join } from "node:path";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { DOWNLOADS } from "../../machine/processes/sandbox/mod.ts";
import { isMissing, readSmallFile } from "../../machine/repositories/git/files.ts";
import {
  captureTree,
  type ChangedPath,
  changedPaths,
  type Control,
  createWorkspace,
  removeTree,
  treeOf,
  untrackedPaths,
  type Workspace,
} from "../../machine/repositories/mod.ts";
import { hasSecrets, homeOf, ruleFor } from "./confine.ts";
import type { HandedOver, KeptSetup } from "./kept_setups.ts";
import type { Preparation, RunDocument } from "../../../store/runs/document.ts";
import type { RunPort } from "./ports.ts";
import { executeSetup, failSetup, keepSetupOutput, type SetupTarget, succeeded } from "./execute_setup.ts";

/** Keeps modes, times and links; the file system shares the content where it can. */
const COPY = ["-a", "--reflink=auto"];

/**
 * Copies what a setup left at the base into a fresh workspace, with its home directory. Paths of the workspace's own commit,
 * and paths that would be in their way, do not change.
 */
export async function handOver(kept: HandedOver, control: Control, workspace: Workspace, base: string) {
  const differing = new Set((await changedPaths(control, base, workspace.commit)).map(({ path }) => path));
  const changed = kept.changed.filter(({ path }) => !differing.has(path));
  for (const { path } of changed) await Deno.remove(join(workspace.directory, path)).catch(ifMissing);
  await copyInto(kept, workspace, [...kept.added, ...changed.filter(isThere).map(({ path }) => path)]);
  await copyHome(kept, homeOf(kept), homeOf(workspace));
}

/** Copies only downloads from a home in which the setup may have left a secret: the work that gets it is not reviewed yet. */
async function copyHome({ secrets }: HandedOver, from: string, to: string): Promise<void> {
  if (!secrets) return await copy("cp", [...COPY, "-T", "--", from, to]);
  const caches = [];
  for (const name of [...DOWNLOADS, ".npm/_cacache"]) {
    if (await hasPlainParents(from, name) && (await lstat(join(from, name)))?.isDirectory) caches.push(name);
  }
  await Deno.mkdir(to, { recursive: true, mode: 0o700 });
  if (caches.length > 0) {
    const list = caches.map((name) => `${name}\0`).join("");
    await copy("xargs", ["-0", "cp", ...COPY, "--parents", "-t", to, "--"], { cwd: from, list });
  }
}

const isThere = ({ newMode }: ChangedPath): boolean => Number(newMode) !== 0;

async function copyInto(kept: HandedOver, workspace: Workspace, paths: readonly string[]): Promise<void> {
  const found = await free(kept.directory, workspace.directory, paths);
  if (found.length === 0) return;
  const list = found.map((path) => `${path}\0`).join("");
  // One process, however many directories there are.
  const args = ["-0", "cp", ...COPY, "--parents", "-t", workspace.directory, "--"];
  await copy("xargs", args, { cwd: kept.directory, list });
}

/**
 * Returns the paths that can be copied without changing anything; an existing directory is split into its entries. A name that
 * is not UTF-8 appears as missing and is left out.
 */
async function free(from: string, to: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    if (!await hasPlainParents(to, path)) continue;
    const [source, present] = [await lstat(join(from, path)), await lstat(join(to, path))];
    if (source && !present) found.push(path);
    else if (source?.isDirectory && present?.isDirectory) {
      const inside = await Array.fromAsync(Deno.readDir(join(from, path)), ({ name }) => join(path, name));
      found.push(...await free(from, to, inside));
    }
  }
  return found;
}

/** Whether a link in the path would lead the copy out of the workspace. */
async function hasPlainParents(root: string, path: string): Promise<boolean> {
  for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
    const info = await lstat(join(root, parent));
    if (info && !info.isDirectory) return false;
  }
  return true;
}

async function copy(
  program: "cp" | "xargs",
  args: readonly string[],
  { cwd = "/", list = "" } = {},
): Promise<void> {
  const piped = { stdin: "piped", stdout: "null", stderr: "piped" } as const;
  const child = new Deno.Command(program, { args: [...args], cwd, ...piped }).spawn();
  // A program that ends early reports the reason itself.
  const fed = new Blob([list]).stream().pipeTo(child.stdin).catch(() => {});
  const [{ success, stderr }] = await Promise.all([child.output(), fed]);
  if (success) return;
  const said = new TextDecoder().decode(stderr).trim().split("\n")[0] ?? "";
  throw new UnavailableError(`The files that the setup command created could not be copied: ${said}`);
}

const lstat = (path: string): Promise<Deno.FileInfo | null> => Deno.lstat(path).catch(ifMissing);

function ifMissing(cause: unknown): null {
  if (isMissing(cause)) return null;
  throw cause;
}

/** Runs the setup in a worktree of the base and returns its result. Throws `StepFailed` when the command fails. */
export async function makeAtBase(
  step: RunPort,
  setup: Preparation,
  { directory, commit, ...target }: Omit<SetupTarget, "workspace"> & { directory: string; commit: string },
): Promise<KeptSetup> {
  const { control, signal, taskSessionId } = target;
  const workspace = await createWorkspace(control, commit, directory, signal);
  const result = await executeSetup(step, setup, { ...target, workspace });
  if (!succeeded(result)) {
    await keepSetupOutput(step, setup, result.output, { name: "base", taskSessionId });
    failSetup(setup, result);
  }
  return {
    directory,
    runId: step.runId,
    ...await leftBySetup(control, workspace, signal),
    network: result.confinement.network,
    secrets: hasSecrets(await ruleFor(step, control.repository.root, "setup")),
    durationMilliseconds: Math.round(result.durationMilliseconds),
    bytes: await diskUsage([directory, homeOf(workspace)]),
    output: result.output,
  };
}

/** Returns what a setup added to a worktree of the base, and which files of the base it changed. */
export async function leftBySetup(
  control: Control,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Pick<KeptSetup, "added" | "changed">> {
  const added = await untrackedPaths(control, workspace);
  const left = await captureTree(control, workspace, signal);
  const differing = await changedPaths(control, await treeOf(control, workspace.commit), left);
  return { added, changed: differing.filter(({ oldMode }) => Number(oldMode) !== 0) };
}

async function diskUsage(directories: readonly string[]): Promise<number> {
  const { stdout } = await new Deno.Command("du", {
    args: ["-sk", "--", ...directories],
    stdin: "null",
    stderr: "null",
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  return lines.reduce((sum, line) => sum + 1024 * (parseInt(line, 10) || 0), 0);
}

type OfTrial = NonNullable<RunDocument["trial"]>;

/** Returns the directory of what trials keep, such as what the setup left for each case. */
const trialsOf = (storageDirectory: string): string => join(storageDirectory, "trials");

/** Returns the worktree in which the setup of a case ran. */
export const caseWorktree = (storageDirectory: string, { trialId, caseId }: OfTrial): string =>
  join(trialsOf(storageDirectory), trialId, caseId, "worktree");

/** What a setup adds may be many paths. */
const MAX_NOTE_BYTES = 64 * 1024 * 1024;

const noteOf = (worktree: string): string => join(dirname(worktree), "setup.json");

/** Keeps what the setup of a case left, for everyone who attempts it. */
export async function keepSetupOfTrial({ directory, added, changed, secrets }: HandedOver): Promise<void> {
  await Deno.mkdir(homeOf({ directory }), { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(noteOf(directory), JSON.stringify({ directory, added, changed, secrets }));
}

/** Returns what the setup of a case left when the case was proved, which no worker has seen since; null without a setup. */
export async function setupOfTrial(storageDirectory: string, of: OfTrial): Promise<HandedOver | null> {
  const directory = caseWorktree(storageDirectory, of);
  const note = await readSmallFile(noteOf(directory), MAX_NOTE_BYTES);
  if (note === null) return null;
  const kept: HandedOver = JSON.parse(note);
  return { ...kept, directory };
}

/** Removes what the setups of a trial left; nothing attempts its cases any more. */
export const removeSetupsOfTrial = (storageDirectory: string, trialId: string): Promise<void> =>
  removeTree(join(trialsOf(storageDirectory), trialId));

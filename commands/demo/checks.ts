import { resolve } from "node:path";
import { counted } from "../../client/words.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { QueuedPatch } from "../service/types.ts";
import { git } from "./git.ts";
import { countFiles, differences, takeSnapshot, type TreeSnapshot } from "./snapshot.ts";

/** One check of the demo. */
export type DemoCheck = { name: string; ok: boolean; detail: string };

/** The state of a repository: the working tree and git's data. */
type RepositoryState = { tree: TreeSnapshot; git: TreeSnapshot[] };

/** Reads the state of a repository. A linked worktree has its git directory elsewhere, and shares another. */
export async function readState(root: string): Promise<RepositoryState> {
  const printed = await git(root, "rev-parse", "--absolute-git-dir", "--git-common-dir");
  const directories = new Set(printed.split("\n").map((path) => resolve(root, path)));
  const snapshots: TreeSnapshot[] = [];
  for (const directory of directories) snapshots.push(await takeSnapshot(directory));
  return { tree: await takeSnapshot(root, new Set([".git"])), git: snapshots };
}

/** Compares the repository with what was approved. Without a bundle, nothing may have changed. */
export function compare(
  before: RepositoryState,
  after: RepositoryState,
  files: QueuedPatch["files"],
): DemoCheck[] {
  const wrong = files.filter(({ path, after: approved }) => {
    const found = after.tree.get(path);
    if (approved === null) return found !== undefined;
    return found?.fingerprint !== approved.sha256 || modeOf(found) !== approved.mode;
  }).map(({ path }) => path);
  const touched = new Set(files.map(({ path }) => path));
  const parents = (path: string) => files.some((file) => file.path.startsWith(`${path}/`));
  const stray = differences(before.tree, after.tree).filter((path) =>
    !touched.has(path) &&
    !(after.tree.get(path)?.kind === "directory" && !before.tree.has(path) && parents(path))
  );
  const others =
    [...after.tree.entries()].filter(([path, { kind }]) => kind !== "directory" && !touched.has(path)).length;
  const git = before.git.flatMap((snapshot, i) => differences(snapshot, after.git[i] ?? new Map()));
  const kept = after.git.reduce((sum, snapshot) => sum + countFiles(snapshot), 0);
  return [
    ...(files.length === 0 ? [] : [
      check(
        "approved",
        wrong,
        `${counted(files.length, "touched file")} with exactly the approved content and mode`,
      ),
    ]),
    check("others", stray, `${counted(others, "other file")} unchanged`),
    check("git", git, `.git unchanged, byte for byte: ${counted(kept, "file")}`),
  ];
}

/** Lets the service verify its storage: the chain of its log, every artifact, and a rebuild. */
export async function verifyAudit({ call }: ServiceClient): Promise<DemoCheck> {
  const report = await call("POST /control-plane/restore-verification", { body: {} });
  const failed = report.checks.filter(({ ok }) => !ok);
  const chain = report.checks.find(({ name }) => name === "chain");
  return {
    name: "audit",
    ok: report.ok,
    detail: report.ok
      ? `audit chain verified: ${chain?.detail.replace(/(head is [0-9a-f]{12})[0-9a-f]+\.?/, "$1…") ?? ""}`
      : `the audit does not verify: ${failed.map(({ detail }) => detail).join(" ")}`,
  };
}

const check = (name: string, wrong: readonly string[], good: string): DemoCheck => ({
  name,
  ok: wrong.length === 0,
  detail: wrong.length === 0 ? good : `not as approved: ${wrong.slice(0, 5).join(", ")}`,
});

/** Returns a mode of the working tree as git names it. */
const modeOf = ({ kind, mode }: { kind: string; mode: string }): string =>
  kind === "link" ? "120000" : parseInt(mode, 8) & 0o100 ? "100755" : "100644";

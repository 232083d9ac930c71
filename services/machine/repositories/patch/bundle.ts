import { createHash } from "node:crypto";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { changesType, nameHunks } from "./hunks.ts";
import { patchBetween } from "./patch_between.ts";
import { parsePatch, type PatchSection, patchText } from "./patch.ts";
import { checkPath, decodePath } from "../git/paths.ts";
import { fileStates, type StateRequest } from "./states.ts";
import { checkPaths } from "./tree_paths.ts";
import { diffTrees, type TreeChange } from "../git/trees.ts";
import type { BundleFile, BundleManifest, Control, FileMode, FileState } from "../git/types.ts";

/** The trees of a bundle. */
export interface BundleInput {
  readonly baseCommit: string;
  readonly baseTree: string;
  readonly resultTree: string;
}

/** What is reviewed: the patch for reading, and the manifest that apply follows. */
export interface Bundle {
  readonly patch: Uint8Array;
  readonly manifest: BundleManifest;
}

/**
 * Creates the bundle of the change from one tree to another.
 *
 * @throws {InvalidError} naming the first path that is not allowed, see `checkPaths`
 * @throws {UnavailableError} when an object of either tree is missing
 */
export async function buildBundle(
  control: Control,
  input: BundleInput,
  signal?: AbortSignal,
): Promise<Bundle> {
  const { baseCommit, baseTree, resultTree } = input;
  const changes = await diffTrees(control, baseTree, resultTree);
  const paths = changes.map(({ rawPath }) => decodeChecked(rawPath));
  await checkPaths(
    control,
    resultTree,
    changes.map(({ oldMode, newMode }, index) => ({
      path: paths[index] ?? "",
      beforeMode: presentMode(oldMode),
      afterMode: presentMode(newMode),
    })),
  );
  const patch = await patchBetween(control, baseTree, resultTree, signal);
  const sections = parseSections(patch, changes);
  const before = await fileStates(control, baseTree, requests(changes, paths, "old"));
  signal?.throwIfAborted();
  const after = await fileStates(control, resultTree, requests(changes, paths, "new"));
  const taken = new Set<string>();
  const files = changes.map((change, index): BundleFile => {
    const [path = "", section = { text: "", binary: false, hunks: [] }] = [paths[index], sections[index]];
    return describeFile({ path, change, section, before: before.get(path), after: after.get(path), taken });
  });
  const patchSha256 = createHash("sha256").update(patch).digest("hex");
  const stats = {
    files: files.length,
    additions: sum(files, "additions"),
    deletions: sum(files, "deletions"),
  };
  return { patch, manifest: { version: 1, baseCommit, baseTree, resultTree, patchSha256, files, stats } };
}

/**
 * Reads the sections of a patch, one per changed path.
 *
 * @throws {UnavailableError} when the patch does not belong to those changes
 */
export function parseSections(patch: Uint8Array, changes: readonly TreeChange[]): PatchSection[] {
  try {
    return parsePatch(patchText(patch), changes.map((change) => changesType(change) ? 2 : 1));
  } catch (error) {
    throw new UnavailableError("The patch does not match the changed files. Create the bundle again.", {
      cause: error,
    });
  }
}

interface FileInput {
  readonly path: string;
  readonly change: TreeChange;
  readonly section: PatchSection;
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
  readonly taken: Set<string>;
}

function describeFile({ path, change, section, before, after, taken }: FileInput): BundleFile {
  return {
    path,
    change: before === undefined ? "added" : after === undefined ? "deleted" : "modified",
    before: before ?? null,
    after: after ?? null,
    binary: section.binary,
    additions: sum(section.hunks, "additions"),
    deletions: sum(section.hunks, "deletions"),
    hunks: nameHunks(path, change, section, taken).map(({ hunk }) => hunk),
  };
}

function requests(
  changes: readonly TreeChange[],
  paths: readonly string[],
  side: "old" | "new",
): StateRequest[] {
  return changes.flatMap((change, index) => {
    const mode = presentMode(side === "old" ? change.oldMode : change.newMode);
    const blob = side === "old" ? change.oldObject : change.newObject;
    return mode === null ? [] : [{ path: paths[index] ?? "", mode: mode as FileMode, blob }];
  });
}

function presentMode(mode: string): string | null {
  return Number(mode) === 0 ? null : mode;
}

function decodeChecked(rawPath: Uint8Array): string {
  checkPath(rawPath);
  return decodePath(rawPath) ?? "";
}

function sum<Key extends string>(items: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return items.reduce((total, item) => total + item[key], 0);
}

/**
 * Everything that uses git and the target's working tree. The target's `.git` is only read, as files; git runs in private
 * repositories in the storage directory.
 *
 * @module
 */
export { type AuthoredFile, authoredFiles } from "./authored.ts";
export { applyBundle, type ApplyInput } from "./apply.ts";
export { headOf, pinBase } from "./base.ts";
export { buildBundle, type Bundle, type BundleInput } from "./bundle.ts";
export { changedOnDisk, type DiskChange } from "./changed_on_disk.ts";
export {
  type ChangedPath,
  changedPaths,
  contentAt,
  patchOf,
  restoreChanges,
  restorePaths,
  treeWith,
} from "./changes.ts";
export { type CommitInput, commitTree, treeOf } from "./commit.ts";
export { openControl } from "./control.ts";
export { damagedObjects, removeDamaged } from "./damaged.ts";
export { requireSmallDirectory } from "./small_directory.ts";
export { type DeliveredCommit, readDeliveredCommit } from "./delivered_commit.ts";
export { compareBundle, findDrift, verifyApplied } from "./drift.ts";
export { formattedPatch } from "./formatted_patch.ts";
export { findPlace } from "./find.ts";
export { namedDirectory, repositoryId } from "./identity.ts";
export { locateRepository } from "./locate.ts";
export { type Change, mergeOnto, type MergeResult, mergeResults } from "./merge.ts";
export { objectDirectories } from "./object_directories.ts";
export { writeNewBranch } from "./new_branch.ts";
export { hasObjects } from "./objects.ts";
export { storeFaults, storeOf, storesIn } from "./object_store.ts";
export { checkPath } from "./paths.ts";
export { SAMPLES } from "./protected_places.ts";
export { readInside } from "./read_inside.ts";
export { referencesOf } from "./references_of.ts";
export { type RebaseInput, rebaseTree } from "./rebase.ts";
export { newContent } from "./kept_content.ts";
export { removeLeftovers } from "./leftovers.ts";
export { ContentLostError } from "./reviewed_content.ts";
export { forget, forgetOthers, pruneMarked, retain } from "./retain.ts";
export { patchBetween } from "./patch_between.ts";
export { type Origin, replacementProblem } from "./same_repository.ts";
export { selectHunks } from "./select.ts";
export { checkPaths, type TouchedPath } from "./tree_paths.ts";
export { treeWithPatch } from "./tree_with_patch.ts";
export type * from "./types.ts";
export { untrackedPaths } from "./untracked.ts";
export {
  captureTree,
  createWorkspace,
  removeTree,
  removeWorkspace,
  workingDirectory,
  worktreeAround,
} from "./workspace.ts";

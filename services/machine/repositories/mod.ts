/**
 * Everything that uses git and the target's working tree. The target's `.git` is only read, as files; git runs in private
 * repositories in the storage directory.
 *
 * @module
 */
export { type AuthoredFile, authoredFiles } from "./patch/authored.ts";
export { applyBundle, type ApplyInput } from "./apply/apply.ts";
export { headOf, pinBase } from "./clones/base.ts";
export { buildBundle, type Bundle, type BundleInput } from "./patch/bundle.ts";
export { changedOnDisk, type DiskChange } from "./clones/changed_on_disk.ts";
export {
  type ChangedPath,
  changedPaths,
  contentAt,
  overlayTree,
  patchOf,
  restoreChanges,
  restorePaths,
  treeWith,
} from "./patch/changes.ts";
export { type CommitInput, commitTree, type PastCommit, pastCommits, treeOf } from "./git/commit.ts";
export { openControl } from "./git/control.ts";
export { damagedObjects, removeDamaged } from "./clones/damaged.ts";
export {
  cloneEndingAt,
  type CopyShape,
  importObjects,
  makeCopy,
  readPack,
  remnantsIn,
} from "./exchange/copy.ts";
export { CheckedTrees, type TreeFile } from "./exchange/checked_trees.ts";
export { readObjects, writeObjects } from "./exchange/objects.ts";
export { receiveTree } from "./exchange/receive_tree.ts";
export { canTravel, writePack, type WrittenPack } from "./exchange/write_pack.ts";
export { requireSmallDirectory } from "./find/small_directory.ts";
export { type DeliveredCommit, readDeliveredCommit } from "./apply/delivered_commit.ts";
export { compareBundle, findDrift, findForeign, standingsOf, verifyApplied } from "./apply/drift.ts";
export { committerIn } from "./find/person.ts";
export { signatureOf } from "./apply/signature.ts";
export { formattedPatch } from "./patch/patch_between.ts";
export { type Judged, type OpenResult, OUTCOMES } from "./forecast/effect.ts";
export { groundTree } from "./forecast/disk_tree.ts";
export { forecast, type ResultForecast } from "./forecast/forecast.ts";
export { combinedTree, type Pair, standingsIn } from "./forecast/pair.ts";
export type { Merged } from "./forecast/merges.ts";
export { bestOrder } from "./forecast/order.ts";
export { findWorkDirectory, requirePlace } from "./find/find.ts";
export { namedDirectory, repositoryId } from "./git/identity.ts";
export { locateRepository } from "./find/locate.ts";
export { type CommitChange, mergeOnto, type MergeResult, mergeResults } from "./patch/merge.ts";
export type { Alternate } from "./git/object_stores.ts";
export { objectDirectories, ownObjectDirectories } from "./find/object_directories.ts";
export { branchProblem, writeNewBranch } from "./clones/new_branch.ts";
export { hasObjects } from "./git/objects.ts";
export { storeFaults, storeOf, storesIn } from "./git/object_store.ts";
export { checkPath } from "./git/paths.ts";
export { SAMPLES, TRIAL_CLONES } from "./git/protected_places.ts";
export { referenceOf, referencesOf } from "./find/references_of.ts";
export { type RebaseInput, rebaseTree } from "./patch/rebase.ts";
export { removeTree } from "./clones/remove_tree.ts";
export { sealWorktree } from "./hand_over/seal.ts";
export { PERSON_SETTINGS } from "./hand_over/person_settings.ts";
export { newContent } from "./apply/kept_content.ts";
export { removeControl, removeLeftovers } from "./clones/leftovers.ts";
export { ContentLostError } from "./apply/reviewed_content.ts";
export { forget, forgetOthers, pruneMarked, retain } from "./clones/retain.ts";
export { patchBetween } from "./patch/patch_between.ts";
export { lackingIn } from "./clones/lacking.ts";
export { type Origin, replacementProblem } from "./find/same_repository.ts";
export { selectHunks } from "./patch/select.ts";
export { checkPaths, type TouchedPath } from "./patch/tree_paths.ts";
export { treeWithPatch } from "./patch/tree_with_patch.ts";
export type * from "./git/types.ts";
export { untrackedPaths } from "./clones/untracked.ts";
export { UnwritableError } from "./git/files.ts";
export {
  captureTree,
  createWorkspace,
  removeWorkspace,
  workingDirectory,
  worktreeAround,
} from "./clones/workspace.ts";

/**
 * Everything that touches git and the target's working tree. The target's `.git` is only read, as files; git runs in
 * private repositories in the storage directory.
 *
 * @module
 */
export { applyBundle, type ApplyInput } from "./apply.ts";
export { pinBase } from "./base.ts";
export { buildBundle, type Bundle, type BundleInput } from "./bundle.ts";
export { type ChangedPath, changedPaths, contentAt, patchOf, putBack, treeWith } from "./changes.ts";
export { type CommitInput, commitTree, treeOf } from "./commit.ts";
export { openControl } from "./control.ts";
export { damagedObjects, removeDamaged } from "./damaged.ts";
export { compareBundle, findDrift, verifyApplied } from "./drift.ts";
export { repositoryId } from "./identity.ts";
export { locateRepository } from "./locate.ts";
export { type MergeResult, mergeResults } from "./merge.ts";
export { objectDirectories } from "./object_directories.ts";
export { hasObjects } from "./objects.ts";
export { storeFaults, storesIn } from "./object_store.ts";
export { checkPath } from "./paths.ts";
export { type RebaseInput, rebaseTree } from "./rebase.ts";
export { newContent } from "./kept_content.ts";
export { removeLeftovers } from "./leftovers.ts";
export { ContentLostError } from "./reviewed_content.ts";
export { forget, pruneMarked, retain } from "./retain.ts";
export { selectHunks } from "./select.ts";
export { checkPaths, type TouchedPath } from "./tree_paths.ts";
export type * from "./types.ts";
export { captureTree, createWorkspace, removeTree, removeWorkspace } from "./workspace.ts";
export { workingTree } from "./working_tree.ts";

import { InvalidError, ServiceError, UnavailableError } from "../../../ground/kernel/errors.ts";
import { removeDamaged } from "../clones/damaged.ts";
import { comparisonReport } from "./disk.ts";
import { compareAll } from "./drift.ts";
import { errorCode, unwritable } from "../git/files.ts";
import { finishDirectories, syncDirectories } from "./finish.ts";
import { type ApplyStep, replaceFiles } from "./replace.ts";
import { openReviewed } from "./reviewed_content.ts";
import { removeStaged, temporaryName } from "./stage.ts";
import { checkPaths, checkTouched } from "../patch/tree_paths.ts";
import type { ApplyResult, BundleManifest, Control } from "../git/types.ts";

/** What `applyBundle` needs; the intent must have been recorded durably before. */
export interface ApplyInput {
  readonly control: Control;
  readonly root: string;
  readonly manifest: BundleManifest;
  /** A file that `newContent` wrote; without one, content comes from git's objects. */
  readonly keptContent?: string;
  /** Part of the temporary file names: letters, digits, "_" and "-". Use the same token to resume an apply. */
  readonly token: string;
  /** Awaited with its name before and after every step that writes; tests end the process here. */
  readonly boundary?: (point: string) => void | Promise<void>;
}

/**
 * Brings every changed path of the working tree to its state "after", or resumes an apply that was interrupted. A path that
 * is in neither state stops it: before anything is written, if it was so from the start.
 *
 * @throws {InvalidError} when the manifest holds a path that is refused, see `checkPaths`
 * @throws {ContentLostError} when content is missing or not the reviewed one (this call has written nothing then)
 * @throws {UnwritableError} when this service may not write there
 * @throws {UnavailableError} when the disk refuses a write (another call resumes it)
 * @see design.md, "Apply, exactly once"
 */
export async function applyBundle(input: ApplyInput): Promise<ApplyResult> {
  const { control, root, manifest, token, boundary = () => {} } = input;
  if (!/^[\w-]{1,64}$/.test(token)) {
    throw new InvalidError(`The token "${token}" must consist of 1 to 64 letters, digits, "_" and "-".`);
  }
  await checkAgain(control, manifest);
  try {
    removeLeftovers(root, manifest, token);
    const comparisons = await compareAll(root, manifest);
    if (comparisons.some(({ isBefore, isAfter }) => !isBefore && !isAfter)) {
      await syncDirectories(root, manifest.files);
      return { ok: false, report: comparisons.map(comparisonReport) };
    }
    const steps = comparisons
      .map(({ file, permissions, isAfter }, index) => ({
        index,
        file,
        permissions,
        isAfter,
        name: temporaryName(token, index),
      }))
      .filter(({ isAfter }) => !isAfter);
    if (!await write({ ...input, boundary }, steps)) {
      await syncDirectories(root, manifest.files);
      return { ok: false, report: (await compareAll(root, manifest)).map(comparisonReport) };
    }
    await boundary("finish");
    await finishDirectories({ root, prefix: control.repository.prefix }, manifest.files);
  } catch (error) {
    if (error instanceof ServiceError || errorCode(error) === "") throw error;
    throw unwritable(root, error) ?? new UnavailableError(
      `The files in ${root} could not be written (${errorCode(error)}). Try again.`,
      {
        cause: error,
      },
    );
  }
  return { ok: true, paths: manifest.files.length };
}

/**
 * The paths were checked when the bundle was made, and its hash has not changed since. If the result's tree was lost, they are
 * checked without it, and damaged objects are removed so that nothing else reads them.
 */
async function checkAgain(control: Control, manifest: BundleManifest): Promise<void> {
  const touched = manifest.files.map(touchedPath);
  try {
    await checkPaths(control, manifest.resultTree, touched);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    await removeDamaged(control);
    checkTouched(touched, control.repository.prefix);
  }
}

async function write(input: Running, steps: readonly ApplyStep[]): Promise<boolean> {
  const { root, boundary } = input;
  if (steps.length === 0) return true;
  await using contents = await openReviewed(input, steps);
  return await replaceFiles({ root, contents, boundary }, steps);
}

type Running = ApplyInput & Required<Pick<ApplyInput, "boundary">>;

function removeLeftovers(root: string, manifest: BundleManifest, token: string): void {
  for (const [index, { path }] of manifest.files.entries()) {
    removeStaged(root, path, temporaryName(token, index));
  }
}

function touchedPath({ path, before, after }: BundleManifest["files"][number]) {
  return { path, beforeMode: before?.mode ?? null, afterMode: after?.mode ?? null };
}

import { renameSync, unlinkSync } from "node:fs";
import { basename } from "node:path";
import type { ContentReader, ContentRequest } from "../git/content.ts";
import { compare } from "./disk.ts";
import { errorCode } from "../git/files.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { openParent } from "./parent.ts";
import { stage, type StagedContent } from "./stage.ts";
import type { BundleFile } from "../git/types.ts";

/** A path that is still in its state "before". */
export interface ApplyStep {
  readonly index: number;
  readonly file: BundleFile;
  readonly permissions: number | null;
  readonly name: string;
}

/** Where the steps are carried out. */
interface ReplaceContext {
  readonly root: string;
  readonly contents: ContentReader;
  readonly boundary: (point: string) => void | Promise<void>;
}

const MAX_STEPS = 64;
const MAX_BYTES = 1 << 26;

/** Errors that mean that the place has just changed. */
const CHANGED = ["ENOENT", "ENOTDIR", "EISDIR", "ENOTEMPTY", "EEXIST", "ELOOP", "EPERM"];

/**
 * Brings paths from "before" to "after" by renaming new content into place. Content is staged in batches, so that their fsyncs
 * share the disk's work.
 *
 * @returns false as soon as a path turns out to be in another state
 */
export async function replaceFiles(context: ReplaceContext, steps: readonly ApplyStep[]): Promise<boolean> {
  for (const batch of batches(steps)) {
    await using stack = new AsyncDisposableStack();
    if (!await stageBatch(context, batch, stack)) return false;
    for (const step of batch) {
      if (!await replaceOne(context, step)) return false;
    }
  }
  return true;
}

async function stageBatch(
  { root, contents, boundary }: ReplaceContext,
  batch: readonly ApplyStep[],
  stack: AsyncDisposableStack,
): Promise<boolean> {
  const pending: Promise<void>[] = [];
  contents.announce(contentRequests(batch));
  try {
    for (const { index, file, name, permissions } of batch) {
      if (file.after === null) continue;
      await boundary(`write:${index}`);
      const staged: StagedContent | null = await stage({ root, file, name, permissions, contents });
      if (staged === null) return false;
      stack.use(staged);
      pending.push(staged.durable());
      await boundary(`written:${index}`);
    }
  } finally {
    await Promise.all(pending);
  }
  return true;
}

async function replaceOne(
  { root, boundary }: ReplaceContext,
  { index, file, name }: ApplyStep,
): Promise<boolean> {
  const verb = file.after === null ? "delete" : "rename";
  await boundary(`${verb}:${index}`);
  const { isBefore } = await compare(root, file, new Pace());
  if (!isBefore) return false;
  const parent = openParent(root, file.path);
  if (parent.state !== "open") return false;
  using directory = parent;
  const place = directory.at(basename(file.path));
  try {
    if (file.after === null) unlinkSync(place);
    else renameSync(directory.at(name), place);
  } catch (error) {
    if (CHANGED.includes(errorCode(error))) return false;
    throw error;
  }
  await boundary(`${verb}d:${index}`);
  return true;
}

/** Returns the blobs that some steps have to read, in their order. */
export function contentRequests(steps: readonly ApplyStep[]): ContentRequest[] {
  return steps.flatMap(({ file: { path, after } }) =>
    after === null ? [] : [{ path, mode: after.mode, blob: after.blob }]
  );
}

function* batches(steps: readonly ApplyStep[]): Generator<ApplyStep[]> {
  let batch: ApplyStep[] = [];
  let bytes = 0;
  for (const step of steps) {
    batch.push(step);
    bytes += step.file.after?.size ?? 0;
    if (batch.length < MAX_STEPS && bytes < MAX_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

import { openApprovals } from "../../../store/approvals/open.ts";
import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { readManifest, requireManifest } from "../../control/approvals/manifest.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { nextTurn } from "../../ground/kernel/next_turn.ts";
import { findWorkDirectory } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import type { ChangedFilesSnapshot, ForecastQuery } from "./schemas.ts";

/** How many open approvals are read before others are answered. */
const READ_AT_ONCE = 200;

/** How many results are shown or compared with each other, and how many files they may change together. */
const MAX_RESULTS = 50;
const MAX_FILES = 5_000;

/** A result that waits for its decision, and the run that made it. */
export interface WaitingResult {
  readonly approval: ApprovalDocument;
  readonly run: RunDocument;
  readonly bundle: NonNullable<ApprovalDocument["bundle"]>;
  readonly base: NonNullable<RunDocument["base"]>;
  readonly result: NonNullable<RunDocument["result"]>;
}

/** The open results of a working tree, and how many more there are. */
interface OpenResults {
  readonly root: string;
  readonly chosen: readonly WaitingResult[];
  readonly leftOut: number;
}

/**
 * Returns the open results of a repository that are few and small enough, in the order in which they came.
 *
 * @throws {InvalidError} what `resolveRepoPath` throws
 */
export async function openResults(ctx: Ctx, repoPath: string): Promise<OpenResults> {
  const { root } = findWorkDirectory(resolveRepoPath(ctx, repoPath), ctx.config.storageDirectory);
  return await resultsIn(ctx, root);
}

/** Returns the open results of a working tree that are few and small enough, in the order in which they came. */
async function resultsIn(ctx: Ctx, root: string): Promise<OpenResults> {
  const waiting = await waitingIn(ctx, root);
  const chosen: WaitingResult[] = [];
  let files = 0;
  for (const each of waiting) {
    files += each.bundle.files;
    if (chosen.length === MAX_RESULTS || files > MAX_FILES) break;
    if (readManifest(ctx, each.bundle.manifestSha256)) chosen.push(each);
  }
  chosen.sort((a, b) => a.approval.id < b.approval.id ? -1 : 1);
  return { root, chosen, leftOut: waiting.length - chosen.length };
}

/**
 * Returns which files the open results of a repository change. It merges nothing, so it is quick.
 *
 * @throws {InvalidError} what `resolveRepoPath` throws
 */
export async function changedFiles(ctx: Ctx, { repoPath }: ForecastQuery): Promise<ChangedFilesSnapshot> {
  const { root, chosen, leftOut } = await openResults(ctx, repoPath);
  return {
    repoPath: root,
    results: chosen.map(({ approval: { id, runId, title }, bundle: { manifestSha256 } }) => ({
      id,
      runId,
      runNumber: ctx.store.documents.numberOf(runStream, runId),
      title,
      files: requireManifest(ctx, manifestSha256).files.map(({ path }) => path),
    })),
    leftOut,
  };
}

/** Returns the open results of every working tree in which some wait. */
export async function allOpenResults(ctx: Ctx): Promise<OpenResults[]> {
  const roots = new Set((await waitingIn(ctx, null)).map(({ base }) => base.root));
  const all: OpenResults[] = [];
  for (const root of roots) all.push(await resultsIn(ctx, root));
  return all;
}

/** Returns the results for a working tree, or for all, that wait for a decision, those that expire soonest first. */
async function waitingIn({ store }: Pick<Ctx, "store">, root: string | null): Promise<WaitingResult[]> {
  const found: WaitingResult[] = [];
  for (let offset = 0;; offset += READ_AT_ONCE) {
    const page = openApprovals(store.documents, { limit: READ_AT_ONCE, offset });
    for (const approval of page) {
      const { bundle, subject, runId } = approval;
      const run = bundle && !subject ? store.documents.get(runStream, runId) : null;
      if (!bundle || run?.status !== "waiting" || !run.base || !run.result) continue;
      if (root !== null && run.base.root !== root) continue;
      found.push({ approval, run, bundle, base: run.base, result: run.result });
    }
    if (page.length < READ_AT_ONCE) return found;
    await nextTurn();
  }
}

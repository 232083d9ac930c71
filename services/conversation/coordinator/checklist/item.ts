import type { Ctx } from "../../../ground/kernel/context.ts";
import type { RepositoryAtCommit } from "../../../workforce/repository_files/repository_place.ts";
import type { ChecklistItem } from "../checklist_schemas.ts";
import type { CoordinatorMessageInput } from "../schemas.ts";
import type { ExecutorLive } from "../../../execution/commands/live.ts";

/** The result of one check; its id comes from its name. */
export type ChecklistFinding = Pick<ChecklistItem, "status" | "reason"> & {
  fix?: string;
  recordIds?: string[];
};

/** The input of the checks: the request, and the repository if it was found. */
export type ChecklistInput = {
  ctx: Ctx<ExecutorLive>;
  input: CoordinatorMessageInput;
  /** The request without the rest of the message. */
  request: string;
  repoPath: string | null;
  place: RepositoryAtCommit | null;
  /** Why there is no repository. */
  placeProblem: string | null;
  /** Aborted when the checks have taken too long. */
  signal: AbortSignal;
};

/** One check: its name, its title, and its function. */
export type ChecklistCheck = {
  check: string;
  title: string;
  look: (subject: ChecklistInput) => ChecklistFinding | Promise<ChecklistFinding>;
};

/** A check that found what the run needs, with the records that say so. */
export const ok = (reason: string, recordIds?: string[]): ChecklistFinding => ({
  status: "ok",
  reason,
  ...(recordIds && { recordIds }),
});
/** A check that found what people should know before the run, and how to change it. */
export const warn = (reason: string, fix: string, recordIds?: string[]): ChecklistFinding => ({
  status: "warn",
  reason,
  fix,
  ...(recordIds && { recordIds }),
});
/** A check that found why the run cannot be created, and how to change that. */
export const block = (reason: string, fix: string): ChecklistFinding => ({ status: "block", reason, fix });

/** The result of a check that needs a repository when there is none. */
export const withoutPlace = (): ChecklistFinding =>
  warn("Not checked, because there is no repository.", "Choose a repository first.");

/** Returns the short form of a commit, for a sentence. */
export const short = (commit: string): string => commit.slice(0, 12);

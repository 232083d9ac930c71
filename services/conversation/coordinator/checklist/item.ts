import type { Ctx } from "../../../ground/kernel/context.ts";
import type { RepositoryAtCommit } from "../../../workforce/repository_files/repository_place.ts";
import type { ChecklistItem } from "../checklist_schemas.ts";
import type { CoordinatorMessageInput } from "../schemas.ts";
import type { ExecutorLive } from "../../../execution/commands/live.ts";

/** The result of one check; its id comes from its name. */
export type Finding = Pick<ChecklistItem, "status" | "reason"> & { fix?: string; recordIds?: string[] };

/** The input of the checks: the request, and the repository if it was found. */
export type Subject = {
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
export type Check = {
  check: string;
  title: string;
  look: (subject: Subject) => Finding | Promise<Finding>;
};

export const ok = (reason: string, recordIds?: string[]): Finding => ({
  status: "ok",
  reason,
  ...(recordIds && { recordIds }),
});
export const warn = (reason: string, fix: string, recordIds?: string[]): Finding => ({
  status: "warn",
  reason,
  fix,
  ...(recordIds && { recordIds }),
});
export const block = (reason: string, fix: string): Finding => ({ status: "block", reason, fix });

/** The result of a check that needs a repository when there is none. */
export const withoutPlace = (): Finding =>
  warn("Not checked, because there is no repository.", "Choose a repository first.");

/** Returns the short form of a commit, for a sentence. */
export const short = (commit: string): string => commit.slice(0, 12);

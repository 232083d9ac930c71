import type { Ctx } from "../../kernel/context.ts";
import type { Place } from "../repository_place.ts";
import type { ChecklistItem } from "../checklist_schemas.ts";
import type { CoordinatorMessageInput } from "../schemas.ts";
import type { ExecutorLive } from "../../executor/live.ts";

/** What one check says; its id comes from its name. */
export type Finding = Pick<ChecklistItem, "status" | "reason"> & { fix?: string; recordIds?: string[] };

/** What the checks look at: the request, and the repository as far as it could be found. */
export type Subject = {
  ctx: Ctx<ExecutorLive>;
  input: CoordinatorMessageInput;
  /** The request without what the message puts around it. */
  request: string;
  repoPath: string | null;
  place: Place | null;
  /** Why there is no place. */
  placeProblem: string | null;
  /** Aborted when the looking has taken too long. */
  signal: AbortSignal;
};

/** One check: its name, what a person reads, and the look itself. */
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

/** What a check says that needs the repository when there is none. */
export const withoutPlace = (): Finding =>
  warn("Not checked, because there is no repository.", "Choose a repository first.");

/** The short form of a commit, for a sentence. */
export const short = (commit: string): string => commit.slice(0, 12);

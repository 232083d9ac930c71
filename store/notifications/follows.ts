import { dirname } from "node:path";
import type { StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import { originOf, type RunOrigin } from "./subjects.ts";

/** A row of `notification_follows`: what the operator chose to follow or, for a run, not to follow. */
type FollowRow = {
  /** The run's id, or the repository's directory. */
  subject: string;
  run_id: string;
  following: number;
  /** The sequence of the event that chose it. */
  sequence: number;
  since: string;
};

/** Why a run is followed (it was chosen, the operator requested it, or its repository is followed), or why it is not. */
type FollowReason = "run" | "asked" | "repository" | "unfollowed" | "none";

type FollowEvent = StoredEvent<string, { runId?: string | undefined; repoPath?: string | undefined }>;

/** Follows a run or a repository. */
export const addFollow = (tables: Tables, event: FollowEvent): void => choose(tables, event, 1);

/** Stops following. For a run this is remembered, because the operator may have requested it. */
export function unfollow(tables: Tables, event: FollowEvent): void {
  if (event.data.runId !== undefined) return choose(tables, event, 0);
  tables.run("delete from {notification_follows} where subject = ?", event.data.repoPath ?? "");
}

function choose(
  tables: Tables,
  { seq, at, data: { runId = "", repoPath = "" } }: FollowEvent,
  following: 0 | 1,
) {
  // The choice outlives an erased run in the log, and must not return from there.
  if (runId !== "" && !originOf(tables, runId)) return;
  tables.run(
    `insert into {notification_follows} (subject, run_id, following, sequence, since) values (?, ?, ?, ?, ?)
     on conflict (subject) do update set following = excluded.following, sequence = excluded.sequence, since = excluded.since`,
    runId || repoPath,
    runId,
    following,
    seq,
    at,
  );
}

/** Returns why a run is followed, or why it is not. A directory inside a followed one is followed. */
export function followReason(tables: Tables, { runId, repository, createdBy }: RunOrigin): FollowReason {
  const chosen = followRow(tables, runId);
  if (chosen) return chosen.following === 1 ? "run" : "unfollowed";
  if (createdBy === "operator") return "asked";
  return followedDirectory(tables, repository) === null ? "none" : "repository";
}

/** Returns the directory by which a repository is followed: its own or one around it, or null. */
export function followedDirectory(tables: Tables, repository: string): string | null {
  for (let path = repository;; path = dirname(path)) {
    if (followRow(tables, path)) return path;
    if (path === dirname(path)) return null;
  }
}

/** Whether a run is followed. */
export const isFollowed = (tables: Tables, run: RunOrigin): boolean =>
  ["run", "asked", "repository"].includes(followReason(tables, run));

/** Returns what was chosen, newest first, and how many there are. */
export const listFollows = (
  tables: Tables,
  page: { limit: number; offset: number },
): { rows: FollowRow[]; total: number } => ({
  rows: tables.all<FollowRow>(
    "select * from {notification_follows} order by sequence desc limit ? offset ?",
    page.limit,
    page.offset,
  ),
  total: tables.get<{ n: number }>("select count(*) as n from {notification_follows}")!.n,
});

/** Returns the choice about a run or a directory, or undefined. */
export const followRow = (tables: Tables, subject: string): FollowRow | undefined =>
  tables.get<FollowRow>("select * from {notification_follows} where subject = ?", subject);

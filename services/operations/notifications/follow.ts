import { followedDirectory, followReason, followRow } from "../../../store/notifications/follows.ts";
import { INBOX, notificationStream } from "../../../store/notifications/stream.ts";
import { originOf } from "../../../store/notifications/subjects.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { absolutePath, resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import type { FollowedRepository, FollowState } from "./follow_schemas.ts";

/** Returns whether a run is followed, and why. Throws `NotFoundError`. */
export function runFollowState({ store: { projector: { tables } } }: Ctx, id: string): FollowState {
  const run = originOf(tables, id);
  if (!run) throw new NotFoundError("run", id);
  const reason = followReason(tables, run);
  return { following: reason !== "unfollowed" && reason !== "none", reason };
}

/** Follows a run, or stops; existing notifications stay where they are. Repeating it changes nothing. */
export function followRun(ctx: Ctx, id: string, following: boolean): FollowState {
  if (runFollowState(ctx, id).following !== following) {
    record(ctx, notificationStream, INBOX, [{ type: eventOf(following), data: { runId: id } }]);
  }
  return runFollowState(ctx, id);
}

/** Follows a repository, or stops, even if it no longer exists on disk. Repeating it changes nothing. */
export function followRepository(ctx: Ctx, repoPath: string, following: boolean): FollowedRepository {
  const { tables } = ctx.store.projector;
  const isChosen = (path: string) => followRow(tables, path) !== undefined;
  const given = absolutePath(repoPath, "repoPath");
  const repository = !following && isChosen(given) ? given : resolveRepoPath(ctx, repoPath);
  if (isChosen(repository) !== following) {
    record(ctx, notificationStream, INBOX, [{ type: eventOf(following), data: { repoPath: repository } }]);
  }
  return { repository, following: followedDirectory(tables, repository) !== null };
}

const eventOf = (following: boolean) => following ? "notification.followed" : "notification.unfollowed";

import type { Tables } from "../view.ts";
import type { RunTurnRow } from "./progress_view.ts";

const MAX_TURNS = 10_000;

/** The turns of a run, the oldest first. */
export const turnsOf = (tables: Tables, runId: string): RunTurnRow[] =>
  tables.all<RunTurnRow>(
    "select type, at from {run_turns} where run_id = ? order by sequence limit ?",
    runId,
    MAX_TURNS,
  );

/** How long the newest verifications by a command in a repository took, in milliseconds, but for those of one run. */
export const verifierTimes = (
  tables: Tables,
  { repositoryId, command, except, limit }: {
    repositoryId: string;
    command: string;
    except: string;
    limit: number;
  },
): number[] =>
  tables.all<{ milliseconds: number }>(
    `select milliseconds from {verifier_times} where repository_id = ? and command = ? and run_id <> ?
     order by sequence desc limit ?`,
    repositoryId,
    command,
    except,
    limit,
  ).map(({ milliseconds }) => milliseconds);

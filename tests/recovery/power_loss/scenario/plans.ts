import { join } from "node:path";
import type { Plan } from "./deeds.ts";

/** Repositories of the scenario; the last one is a directory without git. */
export const REPOSITORIES = ["red", "green", "plain"] as const;
export const PLAIN = "plain";

const OUTCOMES = ["applied", "rejected", "deleted", "applied", "cancelled", "applied", "applied"] as const;

/** The most runs that each repository can get. */
export const MAX_RUNS = OUTCOMES.length;

/** What is in each repository before. */
export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: MAX_RUNS }, (_, run) => [old(run), `before ${run}\n`]),
);

/** Returns the plans of that many runs of a repository, in the order in which they are made. */
export function plansOf(disk: string, repository: string, runs: number): Plan[] {
  return OUTCOMES.slice(0, runs).map((outcome, run) => {
    const [note, made] = [`notes/${run}/new.txt`, `made/${run}.txt`];
    return {
      outcome,
      repository: repositoryPath(disk, repository),
      request: [
        `create ${note} with "${repository} ${run}"`,
        `replace "before" with "after" in ${old(run)}`,
        `run mkdir -p made && echo ${run} > ${made}`,
      ].join("\n"),
      files: [
        { path: note, before: null, after: `${repository} ${run}` },
        { path: old(run), before: `before ${run}\n`, after: `after ${run}\n` },
        { path: made, before: null, after: `${run}\n` },
      ],
    };
  });
}

/** Returns the place of a repository on the disk. */
export const repositoryPath = (disk: string, repository: string): string =>
  join(disk, "repositories", repository);

/** Returns the place of the storage directory on the disk. */
export const storagePath = (disk: string): string => join(disk, "storage");

function old(run: number): string {
  return `old/${run}.txt`;
}

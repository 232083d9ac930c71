import { searchPath } from "../../../ground/kernel/environment.ts";
import type { Committer } from "./types.ts";

/** The date of commits without a time, so that the same content produces the same commit. */
const FIXED_DATE = "2000-01-01T00:00:00Z";

/** The repository of a git command; everything else about its environment is fixed. */
export interface GitLocation {
  readonly gitDir?: string;
  readonly workTree?: string;
  readonly indexFile?: string;
  /** RFC 3339 time of author and committer; `FIXED_DATE` when absent. */
  readonly date?: string;
  /** The most bytes that git may allocate at once; unlimited when absent. */
  readonly allocates?: number;
  /** Author and committer of a commit; `SERVICE` when absent. */
  readonly person?: Committer | undefined;
}

/** Who makes the commits that stay in private repositories. */
const SERVICE: Committer = { name: "agent-harness", email: "agent-harness@localhost" };

/**
 * Returns the complete environment of a git child process: nothing of the caller's but PATH, no configuration of system or
 * user, no prompts, no lazy fetch, fixed identity and date.
 *
 * @see git(1), "Environment Variables"
 */
export function gitEnvironment(location: GitLocation): Record<string, string> {
  const { date = FIXED_DATE, person = SERVICE } = location;
  return {
    PATH: searchPath(),
    HOME: "/nonexistent",
    LC_ALL: "C",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CEILING_DIRECTORIES: "/",
    GIT_AUTHOR_NAME: person.name,
    GIT_AUTHOR_EMAIL: person.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: person.name,
    GIT_COMMITTER_EMAIL: person.email,
    GIT_COMMITTER_DATE: date,
    // Without a repository of ours, none at all: git must never search for one.
    GIT_DIR: location.gitDir ?? "/dev/null",
    ...(location.allocates === undefined ? {} : { GIT_ALLOC_LIMIT: String(location.allocates) }),
    ...(location.workTree === undefined ? {} : { GIT_WORK_TREE: location.workTree }),
    ...(location.indexFile === undefined ? {} : { GIT_INDEX_FILE: location.indexFile }),
  };
}

/** Settings that override every configuration file: nothing that git reads may name a command to run. */
export const GIT_SETTINGS: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.protectHFS=true",
  "core.protectNTFS=true",
  "core.quotePath=false",
  "core.pager=cat",
  "core.sshCommand=false",
  "core.askPass=false",
  "core.editor=false",
  "credential.helper=",
  "protocol.allow=never",
  "diff.external=",
  "submodule.recurse=false",
  "commit.gpgSign=false",
  "maintenance.auto=false",
  "gc.auto=0",
].flatMap((setting) => ["-c", setting]);

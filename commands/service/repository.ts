import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { didYouMean } from "../closest.ts";
import { UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "./connection.ts";

/** The field of requests that every command takes as `--repo`. */
export const REPOSITORY = "repoPath";

/** The description of `--repo` in help texts. */
export const REPOSITORY_HELP = "a path, a repository's name, or its number in repos list";

/** Returns a typed path as an absolute one; null if it can only be a name or a number. The service expands `~`. */
function repositoryPath(typed: string): string | null {
  if (typed.startsWith("~")) return typed;
  if (/^\.{1,2}$/.test(typed) || typed.includes("/")) return resolve(typed);
  return !typed.startsWith("#") && existsSync(typed) ? resolve(typed) : null;
}

/**
 * Returns the directory that `--repo` names: a path, or the name (the last part of the path) or number of a known repository. A
 * path in the current directory takes precedence over a name. Throws `UsageError`.
 */
export async function resolveRepository(connection: () => ServiceClient, typed: string): Promise<string> {
  const path = repositoryPath(typed);
  if (path !== null) return path;
  const { items } = await connection().call("GET /repositories");
  const number = /^#?([1-9]\d{0,8})$/.exec(typed)?.[1];
  const found = items.filter((each) =>
    number === undefined ? basename(each.root) === typed : each.number === Number(number)
  );
  if (found.length === 1) return found[0]!.root;
  if (found.length > 1) {
    const roots = found.map(({ root }) => `  ${root}`).join("\n");
    throw new UsageError(`The name "${typed}" is ambiguous. Give the path of one of:\n${roots}`);
  }
  const meant = didYouMean(typed, items.map(({ root }) => basename(root)));
  throw new UsageError(
    `"${typed}" is neither a directory here nor a known repository.${meant} ` +
      "List repositories with: agent-harness repos list",
  );
}

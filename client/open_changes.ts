import type { Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { numbered } from "./words.ts";

/** Which files the open results of a repository change. */
export type ChangedFiles = Result<Api["GET /approvals/changed-files"]>;

/** An open result that changes files which a request names; a run for the request starts without these changes. */
type NamedChange = { id: string; title: string; files: string };

/** How many files a sentence names. */
const NAMED = 5;

/**
 * Returns the open results that change what a request names: a path, a name of a file, or a directory with a slash. A plain
 * word in lower case, such as `test`, names nothing.
 */
export function namedChanges({ repoPath, results }: ChangedFiles, request: string): NamedChange[] {
  const names = [...new Set(request.split(/[\s"'`“”‘’()[\]{}<>,;|=]+/))]
    .map((word) => word.replace(/^(.*?)(?::\d+)*[.:!?]*$/, "$1"))
    .map((word) => word.startsWith(`${repoPath}/`) ? word.slice(repoPath.length + 1) : word)
    .map((word) => word.replace(/^\.\//, ""))
    .filter((word) => /[^a-z]/.test(word) && /[\p{L}\p{N}]/u.test(word));
  const isNamed = (path: string) => names.some((name) => designates(path, name));
  return results.flatMap(({ files, ...result }) => {
    const named = files.filter(isNamed);
    const more = named.length - NAMED;
    const list = named.slice(0, NAMED).join(", ");
    return named.length === 0
      ? []
      : [{ id: result.id, title: numbered(result), files: more > 0 ? `${list} and ${more} more` : list }];
  });
}

/** A path from a directory of the repository names a file, too: requests are often written from within one. */
function designates(path: string, name: string): boolean {
  if (path === name || path.endsWith(`/${name}`)) return true;
  return name.includes("/") && `/${path}`.includes(`/${name.replace(/\/$/, "")}/`);
}

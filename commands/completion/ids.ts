import { basename } from "node:path";
import type { Command } from "commander";
import { derivedFrom } from "../derived/define.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import { listingOf, readListing } from "../service/listing.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";

/** A candidate and its description. */
export type Candidate = { value: string; description: string };

/** The person is waiting, so a slower service is ignored. */
const PATIENCE_MILLISECONDS = 1000;

/** The maximum number of newest ids to offer. */
const OFFERED = 100;

/** The lists of ids for arguments of hand-written commands. */
const BY_NAME: Record<string, string> = { run: "/runs", approval: "/approvals/queue" };

/** Returns the list of ids for an argument, or null. */
export function listingFor(command: Command, name: string, before: readonly string[]): string | null {
  const derived = derivedFrom(command);
  if (!derived) return BY_NAME[name] ?? null;
  const path = derived.key.split(" ")[1]!;
  const parameters = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const listing = listingOf(path, parameters[before.length]!);
  return listing?.replaceAll(/:(\w+)/g, (_, earlier) => before[parameters.indexOf(earlier)] ?? "") ?? null;
}

type Asked = { words: readonly string[]; listing: string; command: Command; current: string };

/** Returns the ids in a list of the running service; empty if it does not answer quickly. */
export async function idsFor(shell: Shell, { words, listing, current }: Asked): Promise<Candidate[]> {
  try {
    const connection = connect(shell, optionsOf(words));
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const found = await readListing(connection, listing, { limit: OFFERED, signal }) ?? [];
    return found.map(({ id, title }) => ({
      value: id.startsWith(current) ? id : id.slice(id.indexOf("_") + 1),
      description: oneLine(title),
    }));
  } catch {
    return [];
  }
}

/** The names of the repositories that a running service knows; nothing when it does not answer at once. */
export async function repositoriesFor(shell: Shell, words: readonly string[]): Promise<Candidate[]> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const { items } = await connect(shell, optionsOf(words)).call("GET /repositories", {}, { signal });
    return items.map(({ root }) => ({ value: basename(root), description: oneLine(root) }));
  } catch {
    return [];
  }
}

function optionsOf(words: readonly string[]): ServiceOptions {
  const valueOf = (flag: string): string | undefined => {
    const at = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
    return at < 0 ? undefined : words[at]!.split("=").slice(1).join("=") || words[at + 1];
  };
  const [url, tokenFile] = [valueOf("--url"), valueOf("--token-file")];
  return { ...(url !== undefined && { url }), ...(tokenFile !== undefined && { tokenFile }) };
}

import { join } from "node:path";
import { ArtifactFiles } from "./artifacts.ts";
import type { Database } from "./database.ts";
import { registry } from "./registry.ts";
import { type CountedLog, foldInto } from "./verify_views.ts";

/** How many artifacts a log refers to, how many of them are damaged, and what is wrong with the first. */
export type ArtifactFaults = { references: number; faults: number; first: string[] };

const MAX_SHOWN = 3;
const PAGE = 256;
/** How many files are read at once: waiting for the disk takes longer than hashing. */
const MAX_READING = 8;

/** Folds the views that refer to artifacts again, reads each artifact that they name, and compares it with its hash. */
export async function verifyArtifacts(
  folded: Database,
  log: CountedLog,
  directory: string,
): Promise<ArtifactFaults> {
  foldInto(folded, log, registry.views.filter(({ artifactColumn }) => artifactColumn));
  const files = new ArtifactFiles(join(directory, "artifacts"));
  const found: ArtifactFaults = { references: 0, faults: 0, first: [] };
  const look = async (hash: string) => {
    found.references++;
    await files.read(hash).catch((cause: Error) => {
      found.faults++;
      if (found.first.length < MAX_SHOWN) found.first.push(cause.message);
    });
  };
  for (const hashes of pages(folded)) {
    for (let at = 0; at < hashes.length; at += MAX_READING) {
      await Promise.all(hashes.slice(at, at + MAX_READING).map(look));
    }
  }
  return found;
}

/** The hashes that any view has, each once, in order. */
function* pages(folded: Database): Generator<string[]> {
  const columns = registry.views.flatMap(({ artifactColumn }) => artifactColumn ?? []);
  folded.exec("create temp table referenced (hash text primary key) without rowid");
  for (const { table, column } of columns) {
    folded.exec(
      `insert or ignore into referenced select ${column} from main.${table} where ${column} is not null`,
    );
  }
  for (let [last, more] = ["", true]; more;) {
    const hashes = folded.all<{ hash: string }>(
      "select hash from referenced where hash > ? order by hash limit +?",
      last,
      PAGE,
    ).map(({ hash }) => hash);
    last = hashes.at(-1) ?? last;
    more = hashes.length === PAGE;
    yield hashes;
  }
}

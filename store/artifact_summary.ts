import { GENESIS } from "./chain.ts";
import { Database } from "./database.ts";
import { nodeCrypto } from "./node_crypto.ts";
import { registry } from "./registry.ts";

/** The artifacts that the log refers to, as of one entry: how many, their bytes, and a hash of their sorted hashes. */
export type ArtifactSummary = {
  head: { sequence: number; hash: string };
  count: number;
  bytes: number;
  digest: string;
};

const views = registry.views.filter(({ artifactColumn }) => artifactColumn);

/** The events after which a view may refer to other artifacts. */
const TYPES = JSON.stringify([
  ...new Set(views.flatMap(({ folds }) => folds.flatMap(({ handlers }) => Object.keys(handlers)))),
]);

/** The first two digits of hashes: what is read in one turn of the event loop. */
const PREFIXES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * Summarizes the artifacts that are recorded on disk. It reads one snapshot, in short turns, and only if since `known` an
 * entry was added that may have changed them.
 */
export async function summarizeArtifacts(
  databaseFile: string,
  known: ArtifactSummary | null,
): Promise<ArtifactSummary> {
  const database = new Database(databaseFile, { readOnly: true });
  try {
    database.exec("begin");
    const head = database.get<ArtifactSummary["head"]>(
      "select seq as sequence, hash from events order by seq desc limit 1",
    ) ?? { sequence: 0, hash: GENESIS };
    if (known && !hasChanged(database, known.head.sequence)) return { ...known, head };
    const hash = nodeCrypto().createHash("sha256");
    let [count, bytes] = [0, 0];
    for (const prefix of PREFIXES) {
      for (const [sha256, size] of referencedWith(database, prefix)) {
        hash.update(count++ === 0 ? sha256 : `\n${sha256}`);
        bytes += size;
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return { head, count, bytes, digest: hash.digest("hex") };
  } finally {
    database.close();
  }
}

const hasChanged = (database: Database, after: number): boolean =>
  database.get(
    `select 1 from events where seq > ? and
     (type in (select value from json_each(?)) or type like '%.deleted') limit 1`,
    after,
    TYPES,
  ) !== undefined;

/** The hashes that begin with two digits, sorted, with their sizes. */
function referencedWith(database: Database, prefix: string): [string, number][] {
  const found = new Map<string, number>();
  for (const { artifactColumn } of views) {
    const { table, column } = artifactColumn!;
    const rows = database.all<{ hash: string; size: number }>(
      `select distinct ${column} as hash, size from ${table} where ${column} >= ? and ${column} < ?`,
      prefix,
      `${prefix}g`,
    );
    for (const { hash, size } of rows) found.set(hash, size);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

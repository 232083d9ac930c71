import { join } from "node:path";
import { ArtifactFiles } from "./artifacts.ts";
import { Database } from "./database.ts";
import { damageOf } from "./integrity.ts";
import { Projector } from "./projector.ts";
import { describeLoss, describeMissingLog, findHead, type RecordedHead } from "./head_file.ts";
import { projectionVersions, Rebuild } from "./rebuild.ts";
import { referencedArtifacts } from "./referenced_artifacts.ts";
import { registry } from "./registry.ts";
import { readMeta, SCHEMA_VERSION } from "./schema.ts";
import { verifyChain } from "./verify.ts";

/** One check of a candidate. */
export type Check = { name: string; ok: boolean; detail: string };

/**
 * Checks a copy of a database, which it may change, against the artifacts of the candidate directory, which it only
 * reads: SQLite's integrity check, schema version, chain, artifact hashes, and that folding the log again gives the
 * same result. If the head file was read before the copy was made, also that no entry is missing.
 */
export async function verifyCopy(
  databaseFile: string,
  candidateDirectory: string,
  recorded: RecordedHead | "damaged" | null = null,
): Promise<Check[]> {
  const checks: Check[] = [];
  const check = async (name: string, look: () => string | Promise<string>) => {
    try {
      checks.push({ name, ok: true, detail: await look() });
    } catch (cause) {
      checks.push({ name, ok: false, detail: (cause as Error).message });
    }
    return checks.at(-1)!.ok;
  };
  const database = new Database(databaseFile);
  try {
    if (!await check("integrity", () => integrity(database))) return checks;
    if (!await check("schema", () => schema(database))) return checks;
    await check("chain", () => chain(database));
    if (recorded !== null) await check("head", () => head(database, candidateDirectory, recorded));
    await check("artifacts", () => artifacts(database, candidateDirectory));
    await check("rebuild", () => rebuild(database));
    return checks;
  } finally {
    database.close();
  }
}

function integrity(database: Database): string {
  const damage = damageOf(database);
  if (damage !== null) throw new Error(`SQLite found the file damaged: ${damage}`);
  return "SQLite's integrity check found no faults.";
}

function schema(database: Database): string {
  const version = database.get<{ user_version: number }>("pragma user_version")?.user_version ?? 0;
  if (version !== SCHEMA_VERSION) {
    throw new Error(`The schema version is ${version}; this program reads ${SCHEMA_VERSION}.`);
  }
  const missing = ["events", "meta", "idempotency"].filter((table) =>
    !database.get("select 1 from sqlite_schema where name = ?", table)
  );
  if (missing.length > 0) throw new Error(`Tables are missing: ${missing.join(", ")}.`);
  return `The schema version is ${version}.`;
}

function chain(database: Database): string {
  const report = verifyChain(database);
  if (report.broken) {
    throw new Error(`The chain breaks at entry ${report.broken.seq}: ${report.broken.reason}.`);
  }
  const erased = report.erased.length > 0
    ? `, ${report.erased.length} of them erased by recorded deletions`
    : "";
  return `${report.events} entries verified${erased}. The head is ${report.head}.`;
}

function head(database: Database, directory: string, recorded: RecordedHead | "damaged"): string {
  const loss = describeMissingLog(directory, recorded) ?? describeLoss(recorded, findHead(database));
  if (loss !== null) throw new Error(loss);
  return "No recorded entry is missing.";
}

async function artifacts(database: Database, directory: string): Promise<string> {
  const files = new ArtifactFiles(join(directory, "artifacts"));
  // Tables of another version of the program may lack what this one reads.
  const projector = isOutdated(database) ? foldAgain(database).projector : new Projector(database, registry);
  const references = referencedArtifacts({ registry, projector });
  const faults: string[] = [];
  for (const { sha256 } of references) {
    await files.read(sha256).catch((cause: Error) => faults.push(cause.message));
  }
  if (faults.length > 0) {
    throw new Error(`${faults.length} of ${references.length} artifacts: ${faults.slice(0, 3).join(" ")}`);
  }
  return `${references.length} artifacts match their hashes.`;
}

const isOutdated = (database: Database): boolean =>
  readMeta(database, "projections") !== projectionVersions(registry);

function foldAgain(database: Database): Rebuild {
  const rebuild = new Rebuild(database, registry);
  rebuild.begin();
  database.transaction(() => {
    while (!rebuild.fold(1000));
  });
  return rebuild;
}

function rebuild(database: Database): string {
  const rebuild = foldAgain(database);
  if (isOutdated(database)) {
    return "The log can be folded. Another version of the program wrote its documents, and the next start folds them again.";
  }
  const differences = rebuild.differences();
  if (differences.length > 0) {
    throw new Error(`Folding the log again gives different rows in: ${differences.join(", ")}.`);
  }
  return "Folding the log again gives the same documents and views, byte for byte.";
}

import { dirname } from "node:path";
import { Database } from "./database.ts";
import { describeLoss, describeMissingLog, findHead, type RecordedHead } from "./head_file.ts";
import { finishErasures } from "./owner.ts";
import { projectionVersions } from "./projection_versions.ts";
import { registry } from "./registry.ts";
import { readMeta, SCHEMA_VERSION } from "./schema.ts";
import { compareTotals } from "./verify_documents.ts";
import { PLAN_FOR_UNREADABLE, planOf, type VerifyPlan } from "./verify_plan.ts";
import type { VerifyFinding } from "./verify_tasks.ts";
import { Tables } from "./view.ts";
import { performAll, type Watch } from "./verify_threads.ts";
import { messageOf } from "./shared/message_of.ts";

/** One check of a candidate. */
export type CandidateCheck = { name: string; ok: boolean; detail: string };

/**
 * Checks a copy of a database, which it may change, against the artifacts of the candidate directory, which it only
 * reads: SQLite's integrity check, schema version, chain, artifact hashes, and that folding the log again gives the
 * same result. If the head file was read before the copy was made, also that no entry is missing. A long log is read by
 * several threads. What they write, they write next to the copy and remove it. Throws only if `signal` is aborted.
 */
export async function verifyCopy(
  databaseFile: string,
  directory: string,
  recorded: RecordedHead | "damaged" | null = null,
  watch: Watch = {},
): Promise<CandidateCheck[]> {
  const database = new Database(databaseFile);
  try {
    const ofSchema = check("schema", () => schema(database));
    const compare = ofSchema.ok && !isOutdated(database);
    const { plan, failure } = ofSchema.ok ? prepare(database, directory, compare) : UNREADABLE;
    const place = { databaseFile, scratch: dirname(databaseFile) };
    const found = new Found(await performAll(plan, place, watch), failure);
    const ofIntegrity = check("integrity", () => integrity(found));
    if (!ofIntegrity.ok) return [ofIntegrity];
    if (!ofSchema.ok) return [ofIntegrity, ofSchema];
    return [
      ofIntegrity,
      ofSchema,
      check("chain", () => chain(found)),
      ...(recorded === null ? [] : [check("head", () => head(database, directory, recorded))]),
      check("artifacts", () => artifacts(found)),
      check("rebuild", () => rebuild(database, found, compare)),
    ];
  } finally {
    database.close();
  }
}

const UNREADABLE = { plan: PLAN_FOR_UNREADABLE, failure: null };

function check(name: string, look: () => string): CandidateCheck {
  try {
    return { name, ok: true, detail: look() };
  } catch (cause) {
    return { name, ok: false, detail: messageOf(cause) };
  }
}

/** Plans what is done, or says why it cannot: a damaged file may not even say how long its log is. */
function prepare(database: Database, directory: string, compare: boolean): {
  plan: VerifyPlan;
  failure: string | null;
} {
  if (compare) finishOn(database);
  try {
    return { plan: planOf(database, directory, compare), failure: null };
  } catch (cause) {
    return { plan: PLAN_FOR_UNREADABLE, failure: messageOf(cause) };
  }
}

/** A copy may have been made while a deletion was carried out. If that cannot be finished, the views are found to differ. */
function finishOn(database: Database): void {
  try {
    database.transaction(() => finishErasures(registry, new Tables(database)));
  } catch {
    // It is said by the comparison.
  }
}

/** The findings, by the kind of their task. */
class Found {
  constructor(readonly findings: readonly VerifyFinding[], readonly failure: string | null) {}

  /** Throws if one of them could not look. */
  of<Kind extends VerifyFinding["kind"]>(kind: Kind): Extract<VerifyFinding, { kind: Kind }>[] {
    const failed = this.findings.find((each) => each.kind === "failed" && each.task === kind);
    if (failed?.kind === "failed") throw new Error(failed.failure);
    const found = this.findings.filter((each) => each.kind === kind);
    if (found.length === 0) throw new Error(this.failure ?? "It was not looked at.");
    return found as Extract<VerifyFinding, { kind: Kind }>[];
  }
}

function integrity(found: Found): string {
  const { damage } = found.of("integrity")[0]!;
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

function chain(found: Found): string {
  const reports = found.of("chain").map(({ report }) => report);
  const broken = reports.find((report) => report.broken)?.broken;
  if (broken) throw new Error(`The chain breaks at entry ${broken.seq}: ${broken.reason}.`);
  const erased = reports.reduce((sum, report) => sum + report.erased, 0);
  const { events, head } = reports.at(-1)!;
  const said = erased > 0 ? `, ${erased} of them erased by recorded deletions` : "";
  return `${events} entries verified${said}. The head is ${head}.`;
}

function head(database: Database, directory: string, recorded: RecordedHead | "damaged"): string {
  const loss = describeMissingLog(directory, recorded) ?? describeLoss(recorded, findHead(database));
  if (loss !== null) throw new Error(loss);
  return "No recorded entry is missing.";
}

function artifacts(found: Found): string {
  const { references, faults, first } = found.of("artifacts")[0]!.faults;
  if (faults > 0) throw new Error(`${faults} of ${references} artifacts: ${first.join(" ")}`);
  return `${references} artifacts match their hashes.`;
}

const isOutdated = (database: Database): boolean =>
  readMeta(database, "projections") !== projectionVersions(registry);

function rebuild(database: Database, found: Found, compare: boolean): string {
  const documents = found.of("documents").map((each) => each.documents);
  const views = found.of("views").flatMap(({ differences }) => differences);
  if (!compare) {
    return "The log can be folded. Another version of the program wrote its documents, and the next start folds them again.";
  }
  const differences = [...compareTotals(database, documents), ...views];
  if (differences.length > 0) {
    throw new Error(`Folding the log again gives different rows in: ${differences.join(", ")}.`);
  }
  return "Folding the log again gives the same documents and views, byte for byte.";
}

import { Database } from "./database.ts";
import { damageOf } from "./integrity.ts";
import { BUSY_MILLISECONDS } from "./schema.ts";
import { type ChainReport, type LogPart, verifyChain } from "./verify.ts";
import { type ArtifactFaults, verifyArtifacts } from "./verify_artifacts.ts";
import { type Documents, foldDocuments, type StreamRange } from "./verify_documents.ts";
import { foldViews, type ViewGroup } from "./verify_views.ts";
import { messageOf } from "./shared/message_of.ts";

/** A piece of the verification of one database file, which can be done next to others. */
export type VerifyTask =
  | { kind: "integrity" }
  | { kind: "chain"; part: LogPart }
  | { kind: "documents"; range: StreamRange; compare: boolean }
  | { kind: "views"; group: ViewGroup; compare: boolean }
  | { kind: "artifacts"; directory: string };

/** What a task found, or why it could not look. */
export type VerifyFinding =
  | { kind: "failed"; task: VerifyTask["kind"]; failure: string }
  | { kind: "integrity"; damage: string | null }
  | { kind: "chain"; report: Omit<ChainReport, "erased"> & { erased: number } }
  | { kind: "documents"; documents: Documents }
  | { kind: "views"; differences: string[] }
  | { kind: "artifacts"; faults: ArtifactFaults };

/** Where a task reads and where it may write, and `read`, which counts the entries that it has read. */
export type VerifyPaths = { databaseFile: string; scratch: string; read: (entries: number) => void };

/** Does one task. */
export async function perform(task: VerifyTask, place: VerifyPaths): Promise<VerifyFinding> {
  const folding = task.kind === "views" || task.kind === "artifacts";
  const file = folding ? `${place.scratch}/${crypto.randomUUID()}.db` : place.databaseFile;
  const database = new Database(file);
  try {
    database.exec(`pragma busy_timeout = ${BUSY_MILLISECONDS}`); // threads that open and close it lock it for a moment
    return await findingOf(task, database, place);
  } catch (cause) {
    return { kind: "failed", task: task.kind, failure: messageOf(cause) };
  } finally {
    database.close();
    if (folding) await Deno.remove(file).catch(() => {});
  }
}

async function findingOf(task: VerifyTask, database: Database, place: VerifyPaths): Promise<VerifyFinding> {
  const { read } = place;
  switch (task.kind) {
    case "integrity":
      return { kind: "integrity", damage: damageOf(database) };
    case "chain": {
      const report = verifyChain(database, { part: task.part, read });
      return { kind: "chain", report: { ...report, erased: report.erased.length } };
    }
    case "documents":
      return { kind: "documents", documents: foldDocuments(database, task.range, task.compare, read) };
    case "views":
      return { kind: "views", differences: foldViews(database, place, task.group, task.compare) };
    case "artifacts":
      return { kind: "artifacts", faults: await verifyArtifacts(database, place, task.directory) };
  }
}

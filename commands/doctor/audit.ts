import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CandidateCheck } from "../../store/verify_copy.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { type ServiceClient, UnreachableError } from "../service/connection.ts";
import { untilInterrupted } from "../service/stream.ts";
import { verifyByService } from "../service/verification.ts";
import { describeFailure } from "../service/failure.ts";
import { checkClock } from "./clock.ts";
import { type DoctorFinding, failed, ok } from "./finding.ts";
import { describeHolder, mendHolder, readHolder } from "../service/holder.ts";
import { restoreCommand } from "./mend.ts";
import type { StorageReport } from "./storage.ts";
import type { Shell } from "../shell.ts";
import { stateDirectory } from "../storage_place.ts";
import { LOCAL } from "../local.later.ts";
import { refused } from "./tokens.ts";
import { messageOf } from "../../store/shared/message_of.ts";

/** The environment names the directory to search for backups and where a service noted its log; `progress` shows how far it is. */
type Options = { environment: Shell["environment"]; progress?: (percent: number) => void };

/**
 * Verifies the stored data. If no process uses the directory, a copy is verified here; otherwise its own service verifies it.
 */
export async function checkAudit(
  { path, held }: StorageReport,
  connection: ServiceClient,
  options: Options,
): Promise<DoctorFinding[]> {
  const { environment, progress } = options;
  if (path === null) return [];
  const finding = findingOf(await restoreCommand(path, environment("AGENT_HARNESS_BACKUP_DIR") || undefined));
  if (held) return await askHolder(path, connection, finding, options);
  const free = ok("lock", "No process is using the directory, so a service can start.");
  if (!existsSync(join(path, "harness.db"))) {
    return [free, ok("audit chain", "Nothing has been recorded yet.")];
  }
  return [free, ...await verifyHere(path, stateDirectory(environment), finding, progress)];
}

type ToFinding = (check: CandidateCheck) => DoctorFinding;

async function askHolder(
  path: string,
  connection: ServiceClient,
  finding: ToFinding,
  { environment, progress }: Options,
): Promise<DoctorFinding[]> {
  const { url } = connection;
  const holder = readHolder(path);
  const held = `In use by ${describeHolder(holder)}`;
  try {
    const report = await verifyByService(connection, progress);
    if (report.directory !== await Deno.realPath(path)) {
      const other = `the service at ${url} uses another directory, ${report.directory}.`;
      return [failed("lock", `${held}, and ${other}`, mendHolder(holder, path))];
    }
    const clock = await checkClock(join(path, "harness.db"));
    return [ok("lock", `${held}.`), ...report.checks.map(finding), clock];
  } catch (error) {
    if (error instanceof UnreachableError) {
      return [
        failed("lock", `${held}, and no service answers at ${url}.`, mendHolder(holder, path)),
      ];
    }
    if (error instanceof ExitError) throw error;
    return [
      ok("lock", `${held}.`),
      refused(
        "audit chain",
        `Could not ask the service: ${describeFailure(error)?.message ?? "it did not answer."}`,
        environment,
      ),
    ];
  }
}

async function verifyHere(
  path: string,
  seenIn: string | null,
  finding: ToFinding,
  progress: Options["progress"] = () => {},
): Promise<DoctorFinding[]> {
  const { copyDatabase } = await LOCAL.copyDatabase();
  const { verifyAll } = await LOCAL.verifyAll();
  const { readHeadFile } = await LOCAL.headFile();
  const { newestKnown } = await LOCAL.seenHead();
  const { signal, release } = untilInterrupted();
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-doctor-" });
  try {
    const copy = join(scratch, "harness.db");
    const recorded = newestKnown(seenIn, path, readHeadFile(path));
    await copyDatabase(join(path, "harness.db"), copy, false);
    const against = { recorded, masterKey: Deno.env.get("AGENT_HARNESS_MASTER_KEY") ?? null };
    const told = ({ done, total }: { done: number; total: number }) =>
      progress(total === 0 ? 0 : Math.floor(100 * done / total));
    const checks = (await verifyAll(copy, path, against, { progress: told, signal })).map(finding);
    const readable = checks.every(({ name, status }) => name !== "database" || status === "ok");
    return readable ? [...checks, await checkClock(copy)] : checks;
  } catch (cause) {
    if (signal.aborted) throw new ExitError(EXIT.failed, "The verification was cancelled.");
    const why = messageOf(cause);
    return [finding({ name: "integrity", ok: false, detail: `Could not read the database: ${why}` })];
  } finally {
    release();
    await Deno.remove(scratch, { recursive: true });
  }
}

const NAMES: Record<string, string> = {
  integrity: "database",
  schema: "schema version",
  chain: "audit chain",
  head: "newest entries",
  rebuild: "read models",
};

/** The faults that can be repaired without a backup. */
const FIXES: Record<string, string> = {
  repositories: "agent-harness serve    # stop the service first if it is running; starting it repairs them",
};

/** Turns checks into findings. One command repairs each failure, usually `fix`. */
const findingOf = (fix: string): ToFinding => ({ name, ok: good, detail }) => {
  const shown = NAMES[name] ?? name;
  const text = detail.replace(/(head is [0-9a-f]{12})[0-9a-f]+\.?/, "$1…");
  return good ? ok(shown, text) : failed(shown, text, FIXES[name] ?? fix);
};

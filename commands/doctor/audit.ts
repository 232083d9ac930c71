import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../../store/verify_copy.ts";
import type { Connection } from "../service/connection.ts";
import { describeFailure } from "../service/failure.ts";
import { shellWord } from "../shell_word.ts";
import { failed, type Finding, ok, warning } from "./finding.ts";
import { holderOf, type StorageReport } from "./storage.ts";

/**
 * Whether what is stored verifies. A directory that no process holds is verified here on a copy; of one in use its own
 * service is asked.
 */
export async function checkAudit(storage: StorageReport, connection: Connection): Promise<Finding[]> {
  const { path, held } = storage;
  if (path === null) return [];
  const holder = held
    ? ok("lock", `It is held by ${holderOf(path)}.`)
    : ok("lock", "No process holds it; a service may be started.");
  if (!existsSync(join(path, "harness.db"))) {
    return [holder, ok("audit chain", "Nothing is recorded yet.")];
  }
  return [holder, ...(held ? await askService(path, connection) : await verifyHere(path))];
}

async function askService(path: string, { call, url }: Connection): Promise<Finding[]> {
  try {
    const report = await call("POST /control-plane/restore-verification", { body: {} });
    if (report.directory === await Deno.realPath(path)) {
      return report.checks.map((check) => finding(check, path));
    }
    return [warning(
      "audit chain",
      `The service at ${url} works on ${report.directory}, not on this directory.`,
      "export AGENT_HARNESS_URL=<the address of the service that holds it>",
    )];
  } catch (error) {
    return [warning(
      "audit chain",
      `Its holder could not be asked: ${describeFailure(error)?.message ?? "it gave no answer."}`,
      "export AGENT_HARNESS_URL=<its address>    # and AGENT_HARNESS_TOKEN, if it has one",
    )];
  }
}

async function verifyHere(path: string): Promise<Finding[]> {
  const { copyDatabase } = await import("../../store/copy.ts");
  const { verifyCopy } = await import("../../store/verify_copy.ts");
  const scratch = await Deno.makeTempDir({ prefix: "agent-harness-doctor-" });
  try {
    const copy = join(scratch, "harness.db");
    await copyDatabase(join(path, "harness.db"), copy, false);
    return (await verifyCopy(copy, path)).map((check) => finding(check, path));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return [finding({ name: "integrity", ok: false, detail: `The database cannot be read: ${why}` }, path)];
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

const NAMES: Record<string, string> = {
  integrity: "database",
  schema: "schema version",
  chain: "audit chain",
  rebuild: "read models",
};

function finding({ name, ok: good, detail }: Check, path: string): Finding {
  const shown = NAMES[name] ?? name;
  const text = detail.replace(/(head is [0-9a-f]{12})[0-9a-f]+\.?/, "$1…");
  return good ? ok(shown, text) : failed(
    shown,
    text,
    `cp -a ${shellWord(path)} ${
      shellWord(`${path}.broken`)
    }    # keep it, then put the newest backup in its place`,
  );
}

import { closeStore, composeService } from "../../../../compose.ts";
import { createClient } from "../../../../client/client.ts";
import { readConfig } from "../../../../services/ground/kernel/config.ts";
import { silentLog } from "../../../../services/ground/kernel/log.ts";
import { Redactor } from "../../../../services/ground/kernel/redactor.ts";
import { Vault } from "../../../../services/accounts/secrets/vault.ts";
import { OPERATOR } from "../../../tokens.ts";
import { storagePath } from "../scenario/plans.ts";
import { Faults, withoutNames } from "./faults.ts";
import { checkRecords } from "./records.ts";
import { checkDecisions, checkKeptRuns, type Expected } from "./runs.ts";
import { verifyHere } from "./verify.ts";

const PORT = 4317;
const ORIGIN = `http://127.0.0.1:${PORT}`;

/**
 * Opens the storage of an image in this process, begins nothing on it, and asks for everything that was said before the cut. Unlike
 * `checkImage`, it starts no process and brings nothing to its end.
 */
export async function checkOpened(
  image: string,
  disk: string,
  { plans, told }: Pick<Expected, "plans" | "told">,
): Promise<Faults> {
  const faults = new Faults();
  const storage = image + storagePath(disk).slice(disk.length);
  const settings: Record<string, string> = {
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_TOKEN: OPERATOR,
    AGENT_HARNESS_WORKERS: "0",
  };
  try {
    const config = readConfig((name) => settings[name], null);
    const { app, service } = composeService(config, () => PORT, { log: silentLog, otherAccounts: [] });
    const operator = createClient((path, init) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${OPERATOR}`);
      headers.set("host", new URL(ORIGIN).host);
      return Promise.resolve(app.request(ORIGIN + path, { ...init, headers }));
    });
    try {
      await verifyHere(storage, faults);
      await checkRecords({ operator }, told, new Vault(storage, null, new Redactor()), faults);
      await checkDecisions({ operator }, { plans, told }, faults);
      await checkKeptRuns({ operator }, { plans, told }, faults);
    } finally {
      service.feed.close();
      closeStore(service);
    }
  } catch (error) {
    faults.add(`the storage cannot be opened: ${withoutNames(String(error))}`, String(error));
  }
  return faults;
}

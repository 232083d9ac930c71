import { Database } from "../../../../store/database.ts";
import { DocumentReader } from "../../../../store/documents.ts";
import { Projector } from "../../../../store/projector.ts";
import { registry } from "../../../../store/registry.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { OPEN_RUN_STATES } from "../../../../store/shared/run_states.ts";
import type { CandidateCheck } from "../../../../store/verify_copy.ts";
import {
  damagedObjects,
  hasObjects,
  storeFaults,
  storeOf,
  storesIn,
} from "../../../machine/repositories/mod.ts";
import { commitsOf } from "../../../control/runs/commits.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

const MAX_SHOWN = 3;

/**
 * Checks the private repositories of a candidate directory without writing to it: HEAD, configuration and loose
 * objects, and that every commit that an unfinished run names in `databaseFile` is complete. Missing repositories are
 * created again.
 */
export async function verifyRepositories(databaseFile: string, directory: string): Promise<CandidateCheck> {
  const database = new Database(databaseFile);
  const name = "repositories";
  try {
    const stores = await storesIn(directory);
    const faults = (await Promise.all(stores.map(storeFaults))).flat();
    for (const store of stores) {
      faults.push(...(await damagedObjects(store)).map((path) => `${path} is damaged`));
    }
    const commits = namedCommits(new DocumentReader(new Projector(database, registry)), directory, stores);
    for (const { store, commit, runId } of commits) {
      if (!await hasObjects({ gitDir: store }, commit)) {
        faults.push(`the commit ${commit.slice(0, 12)} of ${runId} is incomplete`);
      }
    }
    return { name, ok: faults.length === 0, detail: describe(faults, stores, commits.length) };
  } catch (cause) {
    return { name, ok: false, detail: `They could not be checked: ${messageOf(cause)}` };
  } finally {
    database.close();
  }
}

function describe(faults: readonly string[], stores: readonly string[], commits: number): string {
  if (faults.length > 0) {
    const shown = faults.slice(0, MAX_SHOWN).join("; ");
    return `${
      counted(faults.length, "fault")
    }: ${shown}. Restart the service to repair the repositories. Unfinished runs repeat the lost work. Approved patches are stored elsewhere.`;
  }
  return stores.length === 0
    ? "There are none yet. They are created when needed."
    : `${counted(stores.length, "private repository", "private repositories")} and ${
      counted(commits, "commit")
    } of unfinished runs are complete.`;
}

type Named = { store: string; commit: string; runId: string };

/** The commits that unfinished runs continue from, in the existing stores. */
function namedCommits(documents: DocumentReader, directory: string, stores: readonly string[]): Named[] {
  return OPEN_RUN_STATES.flatMap((status) =>
    documents.find(runStream, { archivedAt: null, status }, { limit: -1 })
  ).flatMap((run) => {
    const sessions = sessionsOf({ store: { documents } }, run.id);
    const store = run.base && storeOf(directory, run.base);
    if (!store || !stores.includes(store)) return [];
    return [...commitsOf(run, sessions)].map((commit) => ({ store, commit, runId: run.id }));
  });
}

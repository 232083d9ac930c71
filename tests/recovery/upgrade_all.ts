import assert from "node:assert/strict";
import { join } from "node:path";
import { checkOut } from "../../bench/against.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { temporaryDirectory } from "../temporary.ts";
import { boundAfter } from "./bound.ts";
import { buildShim } from "./calls/faults.ts";
import { StartScenario } from "./calls/start_scenario.ts";
import { failEachCall, type Progress } from "./calls/trial.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { type ServiceClient, ServiceProcess } from "./service_process.ts";

/**
 * The last commit before each change of what a store's tables are. The schema version in the file has always been 1: what came
 * later is added to the tables when a store is opened.
 */
const COMMITS: readonly (readonly [commit: string, what: string])[] = [
  ["d8179456", "the first tables"],
  ["2ac68383", "the trigger that refuses REPLACE, and tables that are folded anew"],
  ["94b21899", "the answers from an open store, and newest events in memory"],
  ["32024563", "documents of all kinds in one table"],
  ["ed773b79", "a table for each kind of document, and head.json"],
  ["176fddbb", "erasure by owner: kept answers name their stream"],
  ["80fbdc4a", "material outside of the log: files that are pending"],
  ["be21bc9", "queued rows, and views that are folded later"],
];

/** What a service of an earlier commit said of its store when it was last asked. */
type Seen = { runs: { id: string; status: string; request: string }[]; memory: string[] };

/** Opens a store of every earlier form, also after a kill at each call that writes. Returns the exit code. */
export async function upgradeAll(step: number, say: (line: string) => void): Promise<number> {
  const library = await buildShim();
  if (library === null) {
    say("This trial needs Linux and a C compiler.");
    return 2;
  }
  let [kills, faults] = [0, 0];
  for (const [commit, what] of COMMITS) {
    using repository = TestRepository.make();
    const { storage, seen } = await makeStore(commit, repository);
    const ids = seen.runs.map(({ id }) => id);
    const scenario = () =>
      new StartScenario(
        library,
        storage,
        ids,
        async (service) => assert.deepEqual(await look(service), seen),
      );
    const progress: Progress = { next: 1, rounds: 0, violations: [], over: false };
    await failEachCall(scenario, { error: "SIGKILL", step, last: Infinity, lasting: false }, progress);
    say(`${commit} (${what}): killed ${progress.rounds} times, ${progress.violations.length} violations`);
    for (const violation of progress.violations) say(`  ${violation}`);
    kills += progress.rounds;
    faults += progress.violations.length;
    Deno.removeSync(storage, { recursive: true });
  }
  if (faults === 0) say(`No fault in ${kills} kills: one loses something ${boundAfter(kills)}.`);
  return faults === 0 ? 0 : 1;
}

/** Has the service of a commit apply one run, and make others wait and end, remember something, and kills it. */
async function makeStore(
  commit: string,
  repository: TestRepository,
): Promise<{ storage: string; seen: Seen }> {
  const directory = temporaryDirectory();
  const checkout = await checkOut({ directory }, commit);
  const storage = join(directory, "storage");
  Deno.mkdirSync(storage, { mode: 0o700 });
  await using service = await ServiceProcess.start({ storage, workers: 1, entry: join(checkout, "main.ts") });
  for (const decision of ["approve", "reject", "none"] as const) {
    const request = `create ${decision}.txt with "note"`;
    const { id } = await service.operator("POST /coordinator/runs", {
      body: { request, repoPath: repository.root },
    });
    using tail = new EventTail(service);
    const { subject, type, data } = await tail.first(eventOf(id, "approval.requested", "run.failed"));
    assert.equal(type, "approval.requested", JSON.stringify(data));
    const params = { id: subject.slice("approval/".length) };
    if (decision === "approve") {
      await service.operator("POST /approvals/:id/approve", { params, body: REVIEWED });
    }
    if (decision === "reject") {
      const body = { actorType: "human", reviewerNote: "No." } as const;
      await service.operator("POST /approvals/:id/reject", { params, body });
    }
  }
  const memory = {
    type: "fact",
    scope: "global",
    content: "The port is 1.",
    source: { kind: "user", id: "me" },
  };
  await service.operator("POST /memory", { body: memory });
  const seen = await look(service);
  await service.kill();
  Deno.removeSync(checkout, { recursive: true });
  assert.deepEqual(seen.runs.map(({ status }) => status).sort(), ["completed", "failed", "waiting"]);
  return { storage, seen };
}

async function look({ operator }: ServiceClient): Promise<Seen> {
  const runs = await operator("GET /runs", { query: { limit: 100 } });
  const memory = await operator("GET /memory");
  return {
    runs: runs.map(({ id, status, request }) => ({ id, status, request })).sort((a, b) =>
      a.id.localeCompare(b.id)
    ),
    memory: memory.map(({ content }) => content),
  };
}

import assert from "node:assert/strict";
import { ordinaryRun } from "../../bench/setting.ts";
import { ApiError } from "../../client/client.ts";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { closeSeeded, copySeeded, seedStore } from "../recovery/turns/seeded_store.ts";
import { temporaryDirectory } from "../temporary.ts";
import { LoadedService, type LoadOptions } from "./loaded_service.ts";
import { PAGES, Person, rank, spread } from "./person.ts";

/** Roughly how many events a seeded run has. */
const EVENTS_PER_RUN = 4;
const MAINTENANCE_MILLISECONDS = 2_000;
const LOOK_MILLISECONDS = 500;
/** How many runs are created, and how many erased, in a second. */
const [CREATED, ERASED] = [20, 5];

/** What the trial has found; `seconds` is how long the backup took. */
export type EventsResult = {
  events: number;
  created: number;
  erased: number;
  backups: number;
  reads: number[];
  lines: string[];
  writes: number[];
  erasures: number[];
  backupSeconds: number;
  verifySeconds: number;
  mostMegabytes: number;
  processorCores: number;
  startMilliseconds: number;
  heldLoop: string | null;
};

/**
 * A store with so many events: runs are created and erased, backups made, maintenance goes on, and a person looks. Throws unless
 * what was acknowledged is there, what was erased is not, and the log and a restored backup verify.
 */
export async function tryEvents(
  { count, seconds, profile, kept }: LoadOptions & { kept?: string | undefined },
  say: (line: string) => void,
): Promise<EventsResult> {
  const storage = temporaryDirectory();
  const runs = Math.ceil(count / EVENTS_PER_RUN);
  const some = Math.min(1_000, Math.floor(runs / 20));
  const seed = { runs, unarchived: Math.min(5_000, Math.floor(runs / 4)), failures: some, expiring: some };
  const seeded = await (kept ? copySeeded(kept, storage, seed) : seedStore(storage, seed));
  await closeSeeded(seeded);
  const body = ordinaryRun(storage);
  await using service = await LoadedService.start({
    storage,
    profile,
    environment: { AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: String(MAINTENANCE_MILLISECONDS) },
  });
  const { operator } = service.process;
  const events = (await operator("GET /control-plane/status")).audit.headSequence;
  say(`${events} events of ${runs} runs are stored`);
  const beganAt = performance.now();
  const person = new Person(() => service.url, [...PAGES, "/search?query=rename", "/runs?query=rename"]);
  const isOver = () => performance.now() - beganAt > 1000 * seconds;
  const created: string[] = [];
  const [writes, erasures, backups]: [number[], number[], number[]] = [[], [], []];
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const sentAt = performance.now();
    await work();
    times.push(performance.now() - sentAt);
  };
  const paced = async (perSecond: number, work: () => Promise<unknown>) => {
    for (let done = 0; !isOver(); done++) {
      const due = beganAt + 1000 * done / perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      await work();
    }
  };
  const erased: string[] = [];
  const candidates = seeded.ids.slice(0, seed.runs - seed.unarchived);
  let backup = "";
  await Promise.all([
    paced(CREATED, () =>
      timed(writes, async () => {
        created.push((await operator("POST /coordinator/runs", { body })).id);
      })),
    paced(ERASED, async () => {
      const id = candidates[erased.length];
      if (id === undefined) return;
      await timed(erasures, () => operator("POST /runs/:id/delete", { params: { id }, body: {} } as never));
      erased.push(id);
    }),
    paced(1, () => timed(backups, async () => void (backup = await backUp(service)))),
  ]);
  const cores = (await service.taken()).processorSeconds / ((performance.now() - beganAt) / 1000);
  await person.leave();
  await checkRuns(service, created, erased);
  const verifyAt = performance.now();
  const { ok, checks } = await operator("POST /control-plane/restore-verification", { body: {} });
  assert.ok(ok, JSON.stringify(checks));
  const verifySeconds = (performance.now() - verifyAt) / 1000;
  const restored = await restoreBackup(backup, `${temporaryDirectory()}/restored`, null);
  assert.ok(restored.ok, JSON.stringify(restored.checks));
  return {
    events,
    created: created.length,
    erased: erased.length,
    backups: backups.length,
    reads: person.times,
    lines: person.lines(),
    writes,
    erasures,
    backupSeconds: rank(backups, 0.5) / 1000,
    verifySeconds,
    mostMegabytes: (await service.taken()).mostMegabytes,
    processorCores: Math.round(cores * 100) / 100,
    startMilliseconds: service.starts[0]!,
    heldLoop: await service.heldLoop(),
  };
}

/** Makes a backup and waits for its end. Returns where it is. */
async function backUp({ process: { operator } }: LoadedService): Promise<string> {
  const { id } = await operator("POST /control-plane/backups", { body: {} });
  for (;;) {
    const { status, path } = await operator("GET /control-plane/backups/:id", { params: { id } });
    if (status === "completed") return path;
    assert.equal(status, "running");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  }
}

async function checkRuns(service: LoadedService, created: readonly string[], erased: readonly string[]) {
  const { operator } = service.process;
  for (const id of created) assert.equal((await operator("GET /runs/:id", { params: { id } })).id, id);
  for (const id of erased) {
    const found = await operator("GET /runs/:id", { params: { id } }).catch((error) => error);
    assert.ok(found instanceof ApiError && found.status === 404, `${id} was erased`);
  }
}

/** Says what was found. Returns whether no request took longer than a second. */
export function reportEvents(result: EventsResult, say: (line: string) => void): boolean {
  const { events, created, erased, backups, reads, writes, erasures, heldLoop } = result;
  say(
    `${events} events: ${created} runs created, ${erased} erased, ${backups} backups meanwhile; all is there, what was erased is not, ` +
      "and the log and a restored backup verify",
  );
  say(`  answering ${result.startMilliseconds} ms after the start; reads: ${spread(reads)}`);
  for (const line of result.lines) say(line);
  say(`  creations: ${spread(writes)}; erasures: ${spread(erasures)}`);
  say(
    `  a backup took ${result.backupSeconds.toFixed(1)} s, the verification ${
      result.verifySeconds.toFixed(1)
    } s; ` +
      `${result.processorCores} of a core; memory at most ${result.mostMegabytes} MB`,
  );
  if (heldLoop !== null) say(`  ${heldLoop}`);
  return rank([...reads, ...writes, ...erasures], 1) <= 1000;
}

import assert from "node:assert/strict";
import { ApiError } from "../../client/client.ts";
import { REVIEWED } from "../git.ts";
import { checkStore, Site } from "../recovery/site.ts";
import { LoadedService, type LoadOptions } from "./loaded_service.ts";
import { Person, rank, spread } from "./person.ts";

const SLOTS = 4;
const CREATED_AT_ONCE = 8;
const LOOK_MILLISECONDS = 300;
const LOOKED_AT = 20;
const ENDS: readonly string[] = ["completed", "failed", "cancelled"];

/** What the trial has found; the seconds are those of the processor for each session, with its commands. */
export type SessionsResult = {
  sessions: number;
  seconds: number;
  reads: number[];
  lines: string[];
  creations: number[];
  processorEach: number;
  mostMegabytes: number;
  heldLoop: string | null;
};

/**
 * So many runs with a task session each at four slots: they queue, are carried out, approved and applied, over a kill in the
 * middle, while a person looks. Throws unless each session and each run ends, with its file in the repository.
 */
export async function trySessions({ count, profile }: LoadOptions): Promise<SessionsResult> {
  using site = Site.make();
  await using service = await LoadedService.start({ storage: site.storage, profile, workers: SLOTS });
  const repoPath = site.repository.root;
  const beganAt = performance.now();
  const person = new Person(() => service.url);
  const creations: number[] = [];
  const ids: string[] = [];
  let left = count;
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, async () => {
    while (left-- > 0) {
      const sentAt = performance.now();
      const body = { request: `create load/${left}.txt with "${left}"`, repoPath };
      ids.push((await service.process.operator("POST /coordinator/runs", { body })).id);
      creations.push(performance.now() - sentAt);
    }
  }));
  const ended = new Set<string>();
  let isKilled = false;
  while (ended.size < count) {
    if (!isKilled && ended.size >= count / 2) {
      isKilled = true;
      await service.killAndStart();
    }
    for (const id of await review(service)) ended.add(id);
    for (const id of ids.filter((id) => !ended.has(id)).slice(0, LOOKED_AT)) {
      const { status } = await service.process.operator("GET /runs/:id", { params: { id } });
      if (ENDS.includes(status)) ended.add(id);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  }
  await person.leave();
  const { processorSeconds, mostMegabytes } = await service.taken();
  for (const id of ids) {
    const run = await service.process.operator("GET /runs/:id", { params: { id } });
    assert.deepEqual([run.status, ...run.tasks.map(({ status }) => status)], ["completed", "completed"], id);
    const [, name] = /load\/(\d+)\.txt/.exec(run.request)!;
    assert.equal(site.repository.read(`load/${name}.txt`), name);
  }
  await checkStore(service.process);
  return {
    sessions: count,
    seconds: (performance.now() - beganAt) / 1000,
    reads: person.times,
    lines: person.lines(),
    creations,
    processorEach: Math.round(processorSeconds / count * 1000),
    mostMegabytes,
    heldLoop: await service.heldLoop(),
  };
}

/** Approves what waits for a decision. Returns the runs that this completed. */
async function review({ process: { operator } }: LoadedService): Promise<string[]> {
  const completed: string[] = [];
  for (const { id } of await operator("GET /runs", { query: { status: "waiting", limit: LOOKED_AT } })) {
    const { approvals } = await operator("GET /runs/:id", { params: { id } });
    const pending = approvals.find(({ status }) => status === "pending");
    if (!pending) continue;
    try {
      await operator("POST /approvals/:id/approve", { params: { id: pending.id }, body: REVIEWED });
      const { status } = await operator("GET /runs/:id", { params: { id } });
      if (ENDS.includes(status)) completed.push(id);
    } catch (error) {
      // What has moved meanwhile is looked at again.
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
    }
  }
  return completed;
}

/** Says what was found. Returns whether no request took longer than a second. */
export function reportSessions(result: SessionsResult, say: (line: string) => void): boolean {
  const { sessions, seconds, reads, creations, processorEach, mostMegabytes, heldLoop } = result;
  say(
    `${sessions} task sessions at ${SLOTS} slots in ${
      seconds.toFixed(1)
    } s, over a kill: each ended, and its file is there`,
  );
  say(`  reads: ${spread(reads)}; creations: ${spread(creations)}`);
  for (const line of result.lines) say(line);
  say(`  ${processorEach} ms of the service's processor time for each; memory at most ${mostMegabytes} MB`);
  if (heldLoop !== null) say(`  ${heldLoop}`);
  return rank([...reads, ...creations], 1) <= 1000;
}

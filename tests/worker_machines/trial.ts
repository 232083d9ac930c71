import assert from "node:assert/strict";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { Random } from "../recovery/load/random.ts";
import { judgeAssignments } from "./judge.ts";
import { DOOR, doorOf, runMachine } from "./machine.ts";
import { untilPresent } from "./until.ts";

/** Short enough that a lost machine is noticed often, and long enough for a verifier. */
const LEASE_MILLISECONDS = 1_500;

/** What the network did to the requests of the machines. */
type Faults = { cut: number; unanswered: number; repeated: number; late: number; damaged: number };

/** A network that loses requests and answers, repeats and delays requests, and damages objects. */
function faulty(door: Send, random: Random, faults: Faults): Send {
  return async (url, init) => {
    const chance = random.next();
    if (chance < 0.05) {
      faults.cut++;
      throw new TypeError("The connection was cut.");
    }
    if (chance < 0.08) {
      faults.late++;
      await new Promise((resolve) => setTimeout(resolve, random.next() * LEASE_MILLISECONDS));
    }
    const response = await door(url, init);
    if (chance > 0.97) {
      faults.unanswered++;
      await response.body?.cancel();
      throw new TypeError("The answer was lost.");
    }
    if (chance > 0.94) {
      faults.repeated++;
      const again = await door(url, init);
      assert.ok(!again.ok || url.endsWith("/worker/door"), `${url} was accepted twice`);
      await again.body?.cancel();
    }
    if (chance > 0.5 && chance < 0.6 && url.includes("/worker/objects/") && response.ok) {
      faults.damaged++;
      const bytes = await response.bytes();
      bytes[bytes.length >> 1]! ^= 1;
      return new Response(bytes);
    }
    return response;
  };
}

/**
 * Has so many runs done and verified by three machines behind such a network. Throws if one of them was delivered twice, was held by two
 * machines at once, or did not end with the right result.
 */
export async function tryMachines(runs: number, seed: number, say: (line: string) => void): Promise<void> {
  const random = new Random(seed);
  const faults: Faults = { cut: 0, unanswered: 0, repeated: 0, late: 0, damaged: 0 };
  await using h = await harness({
    workers: 2,
    workerDoor: DOOR,
    checkedShare: 0.05,
    leaseMilliseconds: LEASE_MILLISECONDS,
  });
  using repository = TestRepository.make();
  await using machines = new AsyncDisposableStack();
  const send = faulty(doorOf(h), random, faults);
  for (const name of ["w1", "w2", "w3"]) {
    // A code that is lost on its way back is used up, so each enrols before the faults begin.
    machines.use(await runMachine(h, { name, group: name, trust: ["verify", "tasks"] }, doorOf(h), send));
  }
  await untilPresent(h, 3);
  const going = new Set<Promise<void>>();
  let retries = 0;
  for (let i = 0; i < runs; i++) {
    const passes = random.next() < 0.8;
    const work = verified(h, repository, `n${i}.txt`, passes)
      .then((count) => void (retries += count))
      .finally(() => going.delete(work));
    going.add(work);
    if (going.size >= 4) await Promise.race(going);
  }
  await Promise.all(going);
  const events = h.store.events.after(0, 1_000_000);
  const { delivered, tasks, lost } = judgeAssignments(
    events.map(({ stream, ...rest }) => ({ ...rest, subject: stream })),
  );
  const reported = delivered - tasks;
  const here = events.filter(({ type }) => type === "evaluation.completed").length - reported;
  assert.deepEqual(h.rebuildDifferences(), []);
  const { items } = await h.operator("GET /workers");
  assert.deepEqual(items.map(({ status }) => status), ["active", "active", "active"]);
  say(
    `seed ${seed}: ${runs} runs, ${tasks} tasks done by machines; ${reported} verified by machines and ${here} here; ${lost} times a machine was lost, ${retries} runs were retried; ${
      JSON.stringify(faults)
    }`,
  );
}

/** Has a run done and verified; one that is given to a human, because machines were lost with it, is retried. Returns how often. */
async function verified(
  h: Harness,
  repository: TestRepository,
  name: string,
  passes: boolean,
): Promise<number> {
  const verifier = { command: `test -f ${name} && sleep 0.2 && ${passes}` };
  const request = `create ${name} with "x"`;
  const body = { repoPath: repository.root, request, verifier, fix: 0, onFailure: "fail" as const };
  let { id } = await h.operator("POST /coordinator/runs", { body });
  for (let retries = 0;; retries++) {
    const { evaluation, status, statusReason, waitingFor } = await h.settled(id);
    if (statusReason !== "process_lost") {
      const outcome = passes ? "passed" : "failed";
      assert.equal(
        evaluation?.outcome,
        outcome,
        `${id} of ${name} is ${status}: ${JSON.stringify(waitingFor)}`,
      );
      return retries;
    }
    ({ id } = await h.operator("POST /runs/:id/retry", { params: { id }, body: {} }));
  }
}

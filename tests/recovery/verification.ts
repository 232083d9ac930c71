import { closeStore, stopParts } from "../../compose.ts";
import { startVerifier } from "../../services/operations/system/verification/process.ts";
import { temporaryDirectory } from "../temporary.ts";
import { seedStore } from "./turns/seeded_store.ts";

/** Roughly how many events a seeded run has. */
const EVENTS_PER_RUN = 4;

const LOOK_MILLISECONDS = 50;
const [TICKS_PER_SECOND, PAGE_BYTES] = [100, 4096];

/** What the process of a verification took; the memory is the most that was seen. */
type Cost = { seconds: number; processorSeconds: number; megabytes: number };

/** Seeds a store with about so many events, has it verified and says what that took. Returns 1 unless it is found intact. */
export async function soakVerification(events: number, say: (line: string) => void): Promise<number> {
  const directory = temporaryDirectory();
  try {
    const runs = Math.ceil(events / EVENTS_PER_RUN);
    const seeding = performance.now();
    const part = Math.floor(runs / 20);
    const { composition } = await seedStore(directory, {
      runs,
      unarchived: part,
      failures: part,
      expiring: part,
    });
    const entries = composition.service.store.head;
    await stopParts(composition);
    closeStore(composition.service);
    say(`${entries} entries of ${runs} runs, seeded in ${inSeconds((performance.now() - seeding) / 1000)}.`);
    const { ok, cost } = await verify(directory, say);
    const { seconds, processorSeconds, megabytes } = cost;
    say(
      `Verified in ${inSeconds(seconds)}, with ${
        inSeconds(processorSeconds)
      } of processor time and at most ` +
        `${Math.round(megabytes)} MB of memory: ${Math.round(processorSeconds / entries * 1e6)} µs an entry.`,
    );
    return ok ? 0 : 1;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

async function verify(directory: string, say: (line: string) => void): Promise<{ ok: boolean; cost: Cost }> {
  const began = performance.now();
  const verifier = startVerifier({ directory, live: false, masterKey: null }, () => {});
  const cost: Cost = { seconds: 0, processorSeconds: 0, megabytes: 0 };
  const timer = setInterval(() => look(verifier.pid, cost), LOOK_MILLISECONDS);
  const { checks } = await verifier.result.finally(() => clearInterval(timer));
  cost.seconds = (performance.now() - began) / 1000;
  for (const { name, ok, detail } of checks) say(`${ok ? "ok" : "FAILED"}: ${name}: ${detail}`);
  return { ok: checks.every(({ ok }) => ok), cost };
}

/** Reads what the process has taken so far, in all of its threads; nothing once it has ended. */
function look(pid: number, cost: Cost): void {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const pages = Number(Deno.readTextFileSync(`/proc/${pid}/statm`).split(" ")[1]);
    cost.processorSeconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    cost.megabytes = Math.max(cost.megabytes, pages * PAGE_BYTES / 1e6);
  } catch {
    // The last look was the one before.
  }
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;

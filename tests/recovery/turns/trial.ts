import { closeStore, type Composition, stopParts } from "../../../compose.ts";
import { longestTurn, type Turns } from "../../kit/longest_turn.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { type SeededStore, seedStore } from "./seeded_store.ts";

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const ERASED = 100;

/** How long one turn of the event loop may take of its own processor time on a machine that does nothing else. */
const MAX_TURN_MILLISECONDS = 50;

/** One large piece of work, and the longest turn of the event loop by it. */
export type Measured = Turns & { name: string };

/** How much there is of what the trial works on. */
export type TrialSize = { runs: number; archived: number; some: number };

/** Seeds a store and measures the longest turn of the event loop by each large piece of work. */
export async function measureTurns({ runs, archived, some }: TrialSize): Promise<Measured[]> {
  const directory = temporaryDirectory();
  const seeded = await seedStore(directory, {
    runs,
    unarchived: Math.min(runs, archived),
    failures: some,
    expiring: some,
  });
  const measured: Measured[] = [];
  try {
    for (const [name, work] of Object.entries(worksOf(seeded))) {
      measured.push({ name, ...await longestTurn(work) });
    }
  } finally {
    await stopParts(seeded.composition);
    closeStore(seeded.composition.service);
    await Deno.remove(directory, { recursive: true });
  }
  return measured;
}

/** Measures with so many runs and says the numbers. Returns 1 if a turn took longer than it may, for exiting. */
export async function soakTurns(runs: number, say: (line: string) => void): Promise<number> {
  const measured = await measureTurns({
    runs,
    archived: 20_000,
    some: Math.min(1_000, Math.floor(runs / 4)),
  });
  const whole = (milliseconds: number) => `${Math.round(milliseconds)} ms`;
  for (const { name, own, wall, took } of measured) {
    say(
      `${name}: longest turn ${whole(own)} of processor time, ${whole(wall)} by the clock; took ${
        whole(took)
      }`,
    );
  }
  const long = measured.filter(({ own }) => own > MAX_TURN_MILLISECONDS);
  say(`${long.length} of ${measured.length} had a turn of more than ${MAX_TURN_MILLISECONDS} ms.`);
  return long.length > 0 ? 1 : 0;
}

function worksOf({ composition, ids, setForward }: SeededStore): Record<string, () => Promise<unknown>> {
  const { maintenance, clock } = composition;
  return {
    "GET /approvals/queue": () => ask(composition, "GET", "/approvals/queue"),
    "GET /runs/counts": () => ask(composition, "GET", "/runs/counts"),
    "maintenance after failures": () => maintenance.runOnce(),
    "expiry of approvals": () => {
      setForward(2 * HOUR_MILLISECONDS);
      return clock.runOnce();
    },
    "POST /notifications/read-all": () => ask(composition, "POST", "/notifications/read-all"),
    "POST /runs/archive": () => ask(composition, "POST", "/runs/archive"),
    [`POST /runs/:id/delete of ${ERASED}`]: async () => {
      for (const id of ids.slice(0, ERASED)) await ask(composition, "POST", `/runs/${id}/delete`);
    },
    "all events from the first": () => readEvents(composition),
    "a backup": () => backUp(composition),
    "verification of a restore": () => ask(composition, "POST", "/control-plane/restore-verification"),
  };
}

async function ask({ app }: Composition, method: string, path: string): Promise<string> {
  const headers = { host: "127.0.0.1:4317" };
  const response = await app.request(`http://127.0.0.1:4317${path}`, { method, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text;
}

async function backUp(composition: Composition): Promise<void> {
  const { id } = JSON.parse(await ask(composition, "POST", "/control-plane/backups"));
  await composition.service.backups.settled();
  const { status } = JSON.parse(await ask(composition, "GET", `/control-plane/backups/${id}`));
  if (status !== "completed") throw new Error(`The backup ended as ${status}.`);
}

/** Reads the stream of events from the first to the newest, as fast as it comes. */
async function readEvents({ app, service }: Composition): Promise<void> {
  const until = `id: ${service.feed.tail}\n`;
  const headers = { host: "127.0.0.1:4317" };
  const response = await app.request("http://127.0.0.1:4317/events?cursor=0", { headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; !text.includes(until);) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The stream of events ended.");
    text = text.slice(-until.length) + value;
  }
  await reader.cancel();
}

import type { Composition } from "../../../compose.ts";
import { EXPIRES_AFTER_MILLISECONDS, rush, type SeededStore } from "./seeded_store.ts";

const ERASED = 100;
const PENDING = 1_000;

/** A large piece of work; `prepare` is done before it and not measured. */
export type Work = { name: string; prepare?: () => Promise<unknown>; work: () => Promise<unknown> };

/** Returns the large pieces of work in the order in which they are done. `rushed` runs are created right before a first read. */
export function worksOf(seeded: SeededStore, rushed: number): Work[] {
  const { composition, ids, setForward } = seeded;
  const { maintenance, clock } = composition;
  const request = (method: string, path: string): Work => ({
    name: `${method} ${path}`,
    work: () => ask(composition, method, path),
  });
  const afterRush = (path: string): Work => ({
    name: `GET ${path} after ${rushed} new runs`,
    prepare: () => rush(seeded, rushed),
    work: () => ask(composition, "GET", path),
  });
  const deep = Math.floor(ids.length / 2);
  return [
    request("GET", `/approvals/queue?limit=${PENDING}`),
    request("GET", "/runs/counts"),
    request("GET", "/runs/counts?query=rename&archived=true"),
    request("GET", `/runs?archived=true&offset=${deep}`),
    request("GET", `/runs?archived=true&after=${ids[deep]}`),
    request("GET", `/runs?query=rename&archived=true&offset=${deep}`),
    request("GET", "/search?query=rename&limit=100&offset=10000"),
    request("GET", "/control-plane/backup-manifest"),
    { name: "maintenance after failures", work: () => maintenance.runOnce() },
    {
      name: "expiry of approvals",
      prepare: () => Promise.resolve(setForward(2 * EXPIRES_AFTER_MILLISECONDS)),
      work: () => clock.runOnce(),
    },
    request("POST", "/notifications/read-all"),
    afterRush("/search?query=rename"),
    afterRush("/runs?query=rename"),
    afterRush("/runs/counts?query=rename"),
    afterRush("/trends/queue"),
    request("POST", "/runs/archive"),
    {
      name: `POST /runs/:id/delete of ${ERASED}`,
      prepare: () => rush(seeded, rushed),
      work: async () => {
        for (const id of ids.slice(0, ERASED)) await ask(composition, "POST", `/runs/${id}/delete`);
      },
    },
    { name: "all events from the first", work: () => readEvents(composition) },
    { name: "a backup", work: () => backUp(composition) },
    request("POST", "/control-plane/restore-verification"),
  ];
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
  await composition.service.backups.idle();
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

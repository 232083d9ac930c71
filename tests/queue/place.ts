import type { HarnessOptions } from "../harness.ts";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { askForWork, DOOR, type enrolMachine } from "../worker_machines/machine.ts";
import type { Cluster } from "./cluster.ts";

/** The queue is compared as seldom as in production, and an unreachable database is tried again at once. */
export const TIMES = { compareMilliseconds: 60_000, againMilliseconds: 100 };

/** Opens a service whose worker machines take their tickets from a database; this machine itself does the work of runs. */
export async function openService(
  cluster: Pick<Cluster, "url">,
  options: HarnessOptions = {},
  directory = temporaryDirectory(),
): Promise<Harness> {
  const h = await Harness.open(
    { workers: 1, workerDoor: DOOR, checkedShare: 0, queue: cluster.url, queueTimes: TIMES, ...options },
    directory,
  );
  await untilSome(() => Promise.resolve(h.service.ticketQueue?.isConnected));
  return h;
}

/** Resolves with what `look` returns once that is something: for what another process does, which sends no events. */
export async function untilSome<Found>(
  look: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The tickets that a database has now, oldest first: the queue, the state, and what it says. */
export async function ticketsIn(
  cluster: Pick<Cluster, "sql">,
): Promise<{ queue: string; state: string; id: string; fence: number }[]> {
  const text = await cluster.sql(
    "SELECT coalesce(json_agg(json_build_object('queue', name, 'state', state, 'id', data->>'id', 'fence', (data->>'fence')::int) ORDER BY created_on), '[]') FROM agent_harness.job",
  );
  return JSON.parse(text);
}

/** The queue of the only machine, once it has one. */
export const queueOf = (cluster: Cluster): Promise<string> =>
  untilSome(async () => {
    const isMade = await cluster.sql("SELECT to_regclass('agent_harness.queue') IS NOT NULL");
    return isMade === "t" &&
      await cluster.sql("SELECT name FROM agent_harness.queue WHERE name <> 'dead_letters' LIMIT 1");
  });

type Machine = Awaited<ReturnType<typeof enrolMachine>>;

/** Asks for a login as a machine does, and gets no ticket at the door. */
export const login = (machine: Machine, queue: "use" | "renew" = "renew") =>
  askForWork(machine, 0, { queue });

import { closeStore, composeService, startParts, stopParts } from "../../compose.ts";
import { contextFor } from "../../services/kernel/context.ts";
import { createCoordinatorRun } from "../../services/runs/create.ts";
import { silentLog } from "../../services/kernel/log.ts";
import { BareSqlite } from "../bare_sqlite.ts";
import { manyClients } from "../clients.ts";
import { alternate, latencyOf, middle, type Pairs, ratioOf, whole } from "../measure.ts";
import { type Bench, newDirectory, ordinaryRun, productionConfig } from "../setting.ts";
import { CLIENTS } from "../size.ts";
import type { Row, Target } from "../table.ts";

const PORT = 4317;

/** Creating durable runs from 16 clients in process, by the public door and by the verb, against bare SQLite. */
export async function create(bench: Bench): Promise<Row[]> {
  const { rounds, creates } = bench.size;
  const directory = newDirectory(bench, "create");
  const composition = composeService(productionConfig(directory, PORT), () => PORT, { log: silentLog });
  const bare = new BareSqlite(newDirectory(bench, "bare"));
  await startParts(composition);
  const { app, service } = composition;
  const input = ordinaryRun(directory);
  const body = JSON.stringify(input);
  // What every HTTP client sends.
  const headers = {
    "host": `127.0.0.1:${PORT}`,
    "content-type": "application/json",
    "content-length": String(new TextEncoder().encode(body).length),
  };

  const byDoor = async () => {
    const response = await app.fetch(
      new Request(`http://127.0.0.1:${PORT}/coordinator/runs`, {
        method: "POST",
        headers,
        body,
      }),
    );
    const text = await response.text();
    if (response.status !== 201) throw new Error(text);
    return text;
  };
  const byVerb = async () => {
    const ctx = contextFor(service, "operator");
    createCoordinatorRun(ctx, input);
    await ctx.settled();
  };
  const document = JSON.parse(await byDoor());
  const bareRound = () => Promise.resolve(bare.create(creates, document));
  const door = await alternate(
    rounds,
    () => manyClients(CLIENTS, creates, async () => void await byDoor()),
    bareRound,
  );
  const verb = await alternate(rounds, () => manyClients(CLIENTS, creates, byVerb), bareRound);
  bare.close();
  await stopParts(composition);
  closeStore(composition.service);
  return [
    createRow("create a run, 16 clients, app.fetch (target)", door, { least: 1 }),
    createRow("create a run, 16 clients, verb alone", verb, { least: 1 }),
  ];
}

/** A row that compares runs created per second with rows committed per second. */
export function createRow(what: string, pairs: Pairs, target: Target): Row {
  const { ratio, noise } = ratioOf(pairs);
  const rates = pairs.bare.map(({ value }) => value);
  // A disk that others use slows each commit, and bare commits most: then the ratio flatters.
  const range = `bare from ${whole(Math.min(...rates))} to ${whole(Math.max(...rates))}`;
  return {
    what,
    ours: `${whole(middle(pairs.ours))} runs/s`,
    bare: `${whole(middle(pairs.bare))} rows/s`,
    measured: ratio,
    noise,
    target,
    detail: `${pairs.ours.length} rounds, ${range}; ours ${latencyOf(pairs.ours)}; bare ${
      latencyOf(pairs.bare)
    }`,
  };
}

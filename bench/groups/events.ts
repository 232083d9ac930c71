import { whole } from "../measure.ts";
import { Program, Server } from "../process.ts";
import type { Delivery, Subscription } from "../programs/subscribers.ts";
import { type Bench, newDirectory, ordinaryRun } from "../setting.ts";
import type { Row } from "../table.ts";

/** Runs created while many subscribers listen: each must get each event once, in order, also when it was away. */
export async function events(bench: Bench): Promise<Row[]> {
  return [await delivery(bench, "they stay", 0), await delivery(bench, "10 % drop and resume", 10)];
}

async function delivery(bench: Bench, what: string, dropEvery: number): Promise<Row> {
  const { subscribers, runs } = bench.size;
  const directory = newDirectory(bench, "events");
  await using service = await Server.service(directory);
  await using client = new Program("subscribers");
  const subscription: Subscription = {
    port: service.port,
    subscribers,
    runs,
    dropEvery,
    body: JSON.stringify(ordinaryRun(directory)),
  };
  const got = await client.ask<Delivery>(subscription);
  return {
    what: `lost events, ${whole(subscribers)} on /events, ${what}`,
    ours: `${whole(got.delivered / got.seconds)} events/s`,
    bare: "",
    measured: got.lost + got.disorder,
    target: { most: 0 },
    detail: `${got.events} events, ${whole(got.delivered)} delivered in ${
      got.seconds.toFixed(1)
    } s: ${got.lost} lost, ${got.disorder} twice or late, ${got.resumed} resumed; the runs took ${
      got.createSeconds.toFixed(1)
    } s`,
  };
}

import { closeStore, composeService, startParts, stopParts } from "../../compose.ts";
import { saveAutomation } from "../../services/automations/save.ts";
import { automationDefinitionInputSchema } from "../../services/automations/schemas.ts";
import { contextFor } from "../../services/kernel/context.ts";
import { silentLog } from "../../services/kernel/log.ts";
import { BareSqlite } from "../bare_sqlite.ts";
import { manyClients } from "../clients.ts";
import { alternate, middle, milliseconds, percentile, ratioOf, type Sample, whole } from "../measure.ts";
import { Server } from "../process.ts";
import { processorMilliseconds } from "../processor_time.ts";
import { residentBytes } from "../resident.ts";
import { type Bench, newDirectory, ordinaryRun, productionConfig } from "../setting.ts";
import type { Row } from "../table.ts";

const PORT = 4317;
const SECRET = "a-secret-that-two-parties-know";
const CLIENTS = 8;
const MEBIBYTE = 1024 * 1024;

/** How long an acknowledged delivery takes against a bare durable insert, and what enabled automations take while idle. */
export async function automations(bench: Bench): Promise<Row[]> {
  return [await deliveries(bench), ...await idle(bench)];
}

async function deliveries(bench: Bench): Promise<Row> {
  const { rounds, creates } = bench.size;
  const directory = newDirectory(bench, "automations");
  const composition = composeService(productionConfig(directory, PORT), () => PORT, { log: silentLog });
  const bare = new BareSqlite(newDirectory(bench, "bare"));
  await startParts(composition);
  const send = (method: string, path: string, body: object, status: number, headers = {}) =>
    answered(
      composition.app.fetch(
        new Request(`http://127.0.0.1:${PORT}${path}`, {
          method,
          body: JSON.stringify(body),
          headers: { host: `127.0.0.1:${PORT}`, "content-type": "application/json", ...headers },
        }),
      ),
      status,
    );
  const { id: secretId } = await send(
    "POST",
    "/secrets",
    { name: "hook", kind: "webhook", value: SECRET },
    201,
  );
  const { request, repoPath } = ordinaryRun(directory);
  await send("POST", "/automations", {
    name: "On a push",
    trigger: { kind: "webhook", path: "push", secretId, maxPerMinute: 60_000 },
    action: { kind: "run", request, repoPath },
    overlap: "allow_all",
  }, 201);
  const body = { ref: "refs/heads/main", commits: [{ id: "0".repeat(40), message: "Rename loadConfig." }] };
  const post = async () =>
    void await send("POST", "/automation-webhooks/push", body, 202, {
      "x-agent-harness-webhook-secret": SECRET,
    });
  const pairs = await alternate(
    rounds,
    () => manyClients(CLIENTS, creates, post),
    () => Promise.resolve(bare.create(creates, { body, request })),
  );
  bare.close();
  await stopParts(composition);
  closeStore(composition.service);
  const p99 = (samples: readonly Sample[]) => percentile(samples.flatMap(({ latencies }) => latencies), 0.99);
  return {
    what: `a webhook post acknowledged, ${CLIENTS} at once, p99`,
    ours: milliseconds(p99(pairs.ours)),
    bare: milliseconds(p99(pairs.bare)),
    measured: null,
    target: null,
    detail:
      `${rounds} rounds of ${creates}; ours ${
        whole(middle(pairs.ours))
      } posts/s, each with a run on disk; bare ` +
      `${whole(middle(pairs.bare))} rows/s, one at a time`,
  };
}

// deno-lint-ignore no-explicit-any
async function answered(response: Response | Promise<Response>, status: number): Promise<any> {
  const given = await response;
  const body = await given.json();
  if (given.status !== status) throw new Error(JSON.stringify(body));
  return body;
}

async function idle(bench: Bench): Promise<Row[]> {
  const { starts, automations: count } = bench.size;
  const full = newDirectory(bench, "enabled");
  await enable(full, count);
  const memory: Sample[][] = [[], []];
  const measured = async (directory: string, into: Sample[]): Promise<Sample> => {
    await using server = await Server.service(directory);
    const before = processorMilliseconds(server.child.pid);
    const begin = performance.now();
    await new Promise((resolve) => setTimeout(resolve, bench.size.idleSeconds * 1000));
    const spent = processorMilliseconds(server.child.pid) - before;
    into.push({ value: await residentBytes(server.child.pid) / MEBIBYTE, latencies: [] });
    // Nothing measured is nothing, not a ratio of nothing: a tick of the system is the least.
    return { value: (spent + 10) / (performance.now() - begin) * 1000, latencies: [] };
  };
  const empty = newDirectory(bench, "none");
  const pairs = await alternate(
    Math.ceil(starts / 3),
    () => measured(full, memory[0]!),
    () => measured(empty, memory[1]!),
  );
  const resident = { ours: memory[0]!, bare: memory[1]! };
  const detail = `"bare" is ours without automations; ${bench.size.idleSeconds} s from its first answer on`;
  return [
    {
      what: `${whole(count)} enabled automations, processor`,
      ours: `${whole(middle(pairs.ours))} ms/s`,
      bare: `${whole(middle(pairs.bare))} ms/s`,
      measured: ratioOf(pairs).ratio,
      noise: ratioOf(pairs).noise,
      target: { most: 1.5 },
      detail,
    },
    {
      what: `${whole(count)} enabled automations, memory`,
      ours: `${whole(middle(resident.ours))} MiB`,
      bare: `${whole(middle(resident.bare))} MiB`,
      measured: ratioOf(resident).ratio,
      noise: ratioOf(resident).noise,
      target: { most: 1.25 },
      detail,
    },
  ];
}

/** Lays out a store with automations that fire once a year. */
async function enable(directory: string, count: number): Promise<void> {
  const composition = composeService(productionConfig(directory, PORT), () => PORT, { log: silentLog });
  await startParts(composition);
  const { request, repoPath } = ordinaryRun(directory);
  const ctx = contextFor(composition.service, "operator");
  for (let i = 0; i < count; i++) {
    saveAutomation(
      ctx,
      automationDefinitionInputSchema.parse({
        name: `Yearly ${i}`,
        trigger: { kind: "schedule", cron: `${i % 60} ${Math.floor(i / 60) % 24} 1 1 *` },
        action: { kind: "run", request, repoPath },
      }),
    );
  }
  await ctx.settled();
  await stopParts(composition);
  closeStore(composition.service);
}

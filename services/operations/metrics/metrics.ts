import process from "node:process";
import { join } from "node:path";
import { DATABASE_FILE } from "../../../store/open.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { RUN_STATES } from "../../../store/shared/run_states.ts";
import { machineStatusSchema, workerMachineStream } from "../../../store/worker_machines/machine.ts";
import type { ExecutorLive } from "../../execution/commands/live.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import type { MachinesLive } from "../../workforce/worker_machines/leases/mod.ts";
import { expositionOf, type Metric } from "./exposition.ts";
import type { Measures } from "./measures.ts";

type MetricsLive = ExecutorLive & MachinesLive & { measures: Measures };

/** Returns what Prometheus reads. It reads counts that are kept, so it costs the same with a million runs. */
export const metrics = (ctx: Ctx<MetricsLive>): string => expositionOf(METRICS.map((read) => read(ctx)));

type Reading = (ctx: Ctx<MetricsLive>) => Metric;

const counter = (name: string, help: string, read: (ctx: Ctx<MetricsLive>) => number): Reading => (ctx) => ({
  type: "counter",
  name,
  help,
  samples: [{ value: read(ctx) }],
});

const gauge = (name: string, help: string, read: (ctx: Ctx<MetricsLive>) => number): Reading => (ctx) => ({
  type: "gauge",
  name,
  help,
  samples: [{ value: read(ctx) }],
});

/** Each value of a label has a sample, also with nothing to count: a graph has no gaps then. */
const byLabel = <Value extends string>(
  [name, label, help]: readonly [name: string, label: string, help: string],
  values: readonly Value[],
  read: (ctx: Ctx<MetricsLive>) => Readonly<Record<string, number>>,
): Reading =>
(ctx) => {
  const counts = read(ctx);
  const samples = values.map((value) => ({ labels: { [label]: value }, value: counts[value] ?? 0 }));
  return { type: "gauge", name, help, samples };
};

const METRICS: readonly Reading[] = [
  () => ({
    type: "gauge",
    name: "agent_harness_build_info",
    help: "The version that runs.",
    samples: [{ labels: { version: VERSION }, value: 1 }],
  }),
  byLabel(
    ["agent_harness_runs", "state", "Runs by state."],
    RUN_STATES,
    (ctx) => ctx.store.documents.counts(runStream),
  ),
  byLabel(["agent_harness_slots", "state", "Slots for tasks and verifiers on this machine."], [
    "busy",
    "free",
  ], (ctx) => {
    const { total, busy } = ctx.execution.slots();
    return { busy, free: Math.max(0, total - busy) };
  }),
  byLabel(
    ["agent_harness_offers_waiting", "kind", "Work that waits for a worker machine."],
    ["verification", "task"],
    ({ machines: { offers } }) => ({
      verification: offers.unclaimed("verification"),
      task: offers.unclaimed("task"),
    }),
  ),
  (ctx) => ({
    type: "histogram",
    name: "agent_harness_offer_wait_seconds",
    help: "How long work waited until a worker machine claimed it.",
    samples: [{ durations: ctx.measures.offerWaits }],
  }),
  gauge(
    "agent_harness_leases_held",
    "Leases that worker machines hold now.",
    (ctx) => ctx.machines.leases.size,
  ),
  counter(
    "agent_harness_leases_lost_total",
    "Leases that ended because a worker machine did not answer in time or was revoked.",
    (ctx) => ctx.measures.leasesLost,
  ),
  counter(
    "agent_harness_fences_refused_total",
    "Claims and deliveries refused because another worker machine had the work since, or it was over.",
    (ctx) => ctx.machines.fencesRefused,
  ),
  byLabel(
    ["agent_harness_worker_machines", "status", "Worker machines by status."],
    machineStatusSchema.options,
    (ctx) => ctx.store.documents.counts(workerMachineStream),
  ),
  gauge(
    "agent_harness_worker_machines_present",
    "Worker machines that sent something in the last 40 seconds.",
    (ctx) => ctx.machines.presence.here().length,
  ),
  (ctx) => ({
    type: "counter",
    name: "agent_harness_verification_seconds_total",
    help: "How long verifiers ran, by the machine that ran them.",
    samples: [...ctx.measures.verification].map(([machine, value]) => ({ labels: { machine }, value })),
  }),
  counter("agent_harness_events_total", "Events in the log.", (ctx) => ctx.store.head),
  gauge(
    "agent_harness_database_size_bytes",
    "The size of the database file, without what is not yet moved into it.",
    (ctx) => Deno.statSync(join(ctx.config.storageDirectory, DATABASE_FILE)).size,
  ),
  (ctx) => ({
    type: "histogram",
    name: "agent_harness_request_duration_seconds",
    help: "How long requests took until the response began, by endpoint.",
    samples: [...ctx.measures.requests].map(([endpoint, durations]) => ({ labels: { endpoint }, durations })),
  }),
  gauge("process_resident_memory_bytes", "Resident memory.", () => Deno.memoryUsage().rss),
  gauge("process_heap_bytes", "Memory that the JavaScript heap uses.", () => Deno.memoryUsage().heapUsed),
  counter("process_cpu_seconds_total", "Processor time used.", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }),
  gauge(
    "process_start_time_seconds",
    "When the service was started, since 1970.",
    (ctx) => ctx.startedAt.getTime() / 1000,
  ),
];

import assert from "node:assert/strict";
import { join } from "node:path";
import { readExposition } from "../../metrics/exposition.ts";
import { programFile } from "../../programs.ts";
import { temporaryDirectory } from "../../temporary.ts";
import type { GeneratorResult } from "./generator.ts";

/** How hard to try. */
type Load = {
  machines: number;
  perSecond: number;
  seconds: number;
  /** The directory for a profile of the processor time of the service. */
  profile?: string | undefined;
};

/** What a person's dashboard asks for on its main pages. */
const PAGES = [
  "/dashboard",
  "/dashboard/command-center",
  "/runs?limit=50",
  "/runs/counts",
  "/approvals/queue",
  "/notifications",
  "/control-plane/status",
  "/trends",
  "/workers",
];

/** A person looks at a page, then at the next. */
const PAUSE_MILLISECONDS = 40;

const deno = (flags: string[], program: string, args: string[]) =>
  new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "--cached-only", ...flags, programFile(program), ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();

/** What the trial has found. */
export type LoadResult = Omit<GeneratorResult, "latencies"> & {
  leasesLost: number;
  readP50: number;
  readP99: number;
  beatP99: number;
  /** Processor time of the service in the share of one core. */
  cores: number;
};

/** Has so many worker machines renew their leases while a person uses the dashboard. */
export async function tryHeartbeats(
  { machines, perSecond, seconds, profile }: Load,
  say: (line: string) => void,
): Promise<LoadResult> {
  const storage = temporaryDirectory();
  const flags = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const service = deno(flags, "tests/worker_machines/load/control_plane.ts", [storage, String(machines)]);
  try {
    const url = await readyOf(service);
    say(`${machines} machines hold a lease each.`);
    const metric = async (name: string) =>
      readExposition(await (await fetch(`${url}/metrics`)).text()).get(name)!.samples.get("{}")!;
    const generator = deno([], "tests/worker_machines/load/generator.ts", [
      join(storage, "machines.json"),
      String(perSecond),
      String(seconds),
    ]);
    const [before, beganAt] = [await metric("process_cpu_seconds_total"), performance.now()];
    let isOver = false;
    const output = generator.output().finally(() => isOver = true);
    const reads: { path: string; milliseconds: number }[] = [];
    for (let at = 0; !isOver; at++) {
      const path = PAGES[at % PAGES.length]!;
      const sentAt = performance.now();
      const response = await fetch(url + path);
      await response.bytes();
      assert.ok(response.ok, `${path}: ${response.status}`);
      reads.push({ path, milliseconds: performance.now() - sentAt });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
    const cores = (await metric("process_cpu_seconds_total") - before) /
      ((performance.now() - beganAt) / 1000);
    const { latencies, ...came }: GeneratorResult = JSON.parse(
      new TextDecoder().decode((await output).stdout),
    );
    const times = reads.map(({ milliseconds }) => milliseconds);
    for (const path of PAGES) {
      const own = reads.filter((read) => read.path === path).map(({ milliseconds }) => milliseconds);
      say(`  GET ${path}: p50 ${rank(own, 0.5)} ms, most ${rank(own, 1)} ms`);
    }
    return {
      ...came,
      leasesLost: await metric("agent_harness_leases_lost_total"),
      readP50: rank(times, 0.5),
      readP99: rank(times, 0.99),
      beatP99: rank(latencies, 0.99),
      cores: Math.round(cores * 100) / 100,
    };
  } finally {
    service.kill("SIGTERM");
    await service.status;
  }
}

/** Says what was found. Returns the exit code: 1 if a lease was lost, a heartbeat refused, or reads were slow. */
export function reportLoad(result: LoadResult, say: (line: string) => void): number {
  const { sent, held, lost, refused, leasesLost, readP50, readP99, beatP99, cores, behindMilliseconds } =
    result;
  say(
    `${held} of ${sent} heartbeats were acknowledged (p99 ${beatP99} ms); ${
      lost + leasesLost
    } leases were lost.`,
  );
  for (const [what, count] of Object.entries(refused)) say(`  ${count} times: ${what}`);
  say(`Reads: p50 ${readP50} ms, p99 ${readP99} ms. The service used ${cores} of a core.`);
  say(`The generator ended ${behindMilliseconds} ms after its plan.`);
  return held === sent && leasesLost === 0 && readP99 <= 100 ? 0 : 1;
}

function rank(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}

/** Returns the address of the service once it is ready. */
async function readyOf(child: Deno.ChildProcess): Promise<string> {
  let text = "";
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The service ended: ${text}`);
    text += value;
    const found = /^ready (\S+)$/m.exec(text);
    if (found) {
      void reader.closed.catch(() => {});
      (async () => {
        while (!(await reader.read()).done);
      })();
      return found[1]!;
    }
  }
}

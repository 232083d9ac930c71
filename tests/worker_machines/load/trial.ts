import { join } from "node:path";
import { Person, rank } from "../../load/person.ts";
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
    const person = new Person(() => url);
    const output = await generator.output();
    await person.leave();
    const cores = (await metric("process_cpu_seconds_total") - before) /
      ((performance.now() - beganAt) / 1000);
    const { latencies, ...came }: GeneratorResult = JSON.parse(
      new TextDecoder().decode(output.stdout),
    );
    for (const line of person.lines()) say(line);
    return {
      ...came,
      leasesLost: await metric("agent_harness_leases_lost_total"),
      readP50: rank(person.times, 0.5),
      readP99: rank(person.times, 0.99),
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

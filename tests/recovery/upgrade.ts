import { checkOut } from "../../bench/against.ts";
import { once } from "../../bench/http_client.ts";
import { Program, Server } from "../../bench/process.ts";
import { processorMilliseconds } from "../../bench/processor_time.ts";
import { newDirectory, ordinaryRun } from "../../bench/setting.ts";
import { CLIENTS } from "../../bench/size.ts";
import { temporaryDirectory } from "../temporary.ts";

/** In how many places of an upgrade the service is killed. */
const KILLS = 5;

type Started = { server: Server; seconds: number; processorSeconds: number };
type Report = { checks: readonly { name: string; ok: boolean; detail: string }[] };

/**
 * Has the service of an earlier commit create so many runs, and kills it. Then this service opens copies of the store: one as it
 * is, others after kills while it was being opened. Each must have all runs and be found intact. Returns 1 otherwise.
 */
export async function soakUpgrade(
  commit: string,
  runs: number,
  say: (line: string) => void,
): Promise<number> {
  const directory = temporaryDirectory();
  const bench = { directory };
  try {
    const made = newDirectory(bench, "made");
    await fill(made, await checkOut(bench, commit), runs);
    const whole = await onCopy(made, newDirectory(bench, "whole"), runs, null);
    say(
      `A store of ${commit} with ${runs} runs opens in ${whole.seconds.toFixed(1)} s, with ${
        whole.processorSeconds.toFixed(1)
      } s of processor time: ${whole.fault ?? "intact"}.`,
    );
    let faults = whole.fault === null ? 0 : 1;
    for (let kill = 1; kill <= KILLS; kill++) {
      const after = whole.seconds * kill / (KILLS + 1);
      const { fault } = await onCopy(made, newDirectory(bench, "killed"), runs, after);
      say(`Killed after ${after.toFixed(1)} s of that, and opened again: ${fault ?? "intact"}.`);
      if (fault !== null) faults++;
    }
    return faults === 0 ? 0 : 1;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Creates the runs with the service of a checkout, and kills it. */
async function fill(storage: string, checkout: string, runs: number): Promise<void> {
  const { port, child } = await Server.service(storage, { checkout });
  await using client = new Program("http_load");
  const body = JSON.stringify(ordinaryRun(storage));
  const load = { method: "POST", path: "/coordinator/runs", body, status: 201 };
  await client.ask({ ...load, port, clients: CLIENTS, count: runs });
  child.kill("SIGKILL");
  await child.status;
}

/** Opens a copy, after a kill while it was being opened if a time is given, and says what is wrong with it. */
async function onCopy(
  made: string,
  copy: string,
  runs: number,
  killedAfter: number | null,
): Promise<{ seconds: number; processorSeconds: number; fault: string | null }> {
  await copyFiles(made, copy);
  if (killedAfter !== null) await killWhileOpening(copy, killedAfter);
  const { server, seconds, processorSeconds } = await open(copy);
  await using _server = server;
  const counts = await once<Record<string, unknown>>(server.port, "GET", "/runs/counts");
  const { checks } = await once<Report>(server.port, "POST", "/control-plane/restore-verification", {});
  const broken = checks.find(({ ok }) => !ok);
  const fault = JSON.stringify(counts).includes(String(runs))
    ? broken && `${broken.name}: ${broken.detail}`
    : `the counts are ${JSON.stringify(counts)}`;
  await Deno.remove(copy, { recursive: true });
  return { seconds, processorSeconds, fault: fault ?? null };
}

/** Starts this service, and awaits the first answer that needs the store. */
async function open(storage: string): Promise<Started> {
  const began = performance.now();
  const server = await Server.service(storage, { path: "/runs?limit=1" });
  const seconds = (performance.now() - began) / 1000;
  return { server, seconds, processorSeconds: processorMilliseconds(server.child.pid) / 1000 };
}

async function killWhileOpening(storage: string, seconds: number): Promise<void> {
  const opening = Server.service(storage, { path: "/health" });
  const { child } = await opening;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  child.kill("SIGKILL");
  await child.status;
}

async function copyFiles(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-a", `${from}/.`, to] }).output();
  if (!success) throw new Error(`${from} could not be copied.`);
}

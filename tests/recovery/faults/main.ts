/**
 * The real service, except that it kills itself at one boundary. Only tests start this file:
 * `FAULT_POINT=<name>#<n>` names the boundary and its occurrence (none: no fault), `FAULT_ARMED` a file without which none is
 * counted, `FAULT_TRACE` one that gets a line for every boundary before anything else happens there. While there is a file
 * `FAULT_STOPS`, it stops itself at every boundary until it is told to go on.
 */
import { existsSync } from "node:fs";
import { codeDirectory, startService } from "../../../main.ts";
import { readConfig } from "../../../services/ground/kernel/config.ts";
import { eventsAsBoundaries } from "./events.ts";
import { pointsOf } from "./points.ts";

const fault = Deno.env.get("FAULT_POINT");
const armed = Deno.env.get("FAULT_ARMED");
const tracePath = Deno.env.get("FAULT_TRACE");
const trace = tracePath ? Deno.openSync(tracePath, { append: true, create: true }) : null;
const stops = Deno.env.get("FAULT_STOPS");
const reached = new Map<string, number>();

function boundary(name: string): void {
  if (armed !== undefined && !existsSync(armed)) return;
  const [exact, kind] = pointsOf(name).map((point) => {
    const times = (reached.get(point) ?? 0) + 1;
    reached.set(point, times);
    return `${point}#${times}`;
  });
  trace?.writeSync(new TextEncoder().encode(`${exact}\n`));
  if (stops !== undefined && existsSync(stops)) Deno.kill(Deno.pid, "SIGSTOP");
  if (fault === exact || fault === kind) Deno.kill(Deno.pid, "SIGKILL");
}

const running = await startService(readConfig((name) => Deno.env.get(name), codeDirectory()), { boundary });
if (/^(?:recorded|committed):/.test(fault ?? "")) eventsAsBoundaries(running.service.store, boundary);
Deno.addSignalListener("SIGTERM", () => void running.stop().then(() => Deno.exit(0)));
Deno.stdout.writeSync(new TextEncoder().encode(`listens on ${running.url}, process ${Deno.pid}\n`));

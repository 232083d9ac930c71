/**
 * Sends a recording in parts and kills itself at one boundary: before or after the nth change on disk. Prints a line for each
 * part that was answered. Only tests start this file: `deno run killed.ts <directory> <session> <n>`.
 */
import { Harness } from "../harness.ts";
import { killAt } from "../kit/kill_at.ts";
import { PARTS, sendPart } from "./killed_scenario.ts";

const [directory, session, at] = Deno.args as [string, string, string];
const h = await Harness.open({}, directory);
killAt(Number(at));
for (const index of PARTS.keys()) {
  const { status } = await sendPart(h, session, index);
  if (status >= 300) throw new Error(`part ${index}: ${status}`);
  Deno.stdout.writeSync(new TextEncoder().encode(`${index}\n`));
}
Deno.exit(0);

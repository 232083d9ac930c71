/**
 * Sends a recording in parts and kills itself at one boundary: before or after the nth change on disk. Prints a line for each
 * part that was answered. Only tests start this file: `deno run killed.ts <directory> <session> <n>`.
 */
import { Database } from "../../store/database.ts";
import { Harness } from "../harness.ts";
import { PARTS, sendPart } from "./killed_scenario.ts";

const [directory, session, at] = Deno.args as [string, string, string];
const h = await Harness.open({}, directory);
let left = Number(at);

function boundary(): void {
  if (left-- === 0) Deno.kill(Deno.pid, "SIGKILL");
}

const { rename } = Deno;
Deno.rename = async (...args) => {
  boundary();
  await rename(...args);
  boundary();
};
const { run } = Database.prototype;
Database.prototype.run = function (sql, ...values) {
  if (sql !== "commit") return run.call(this, sql, ...values);
  boundary();
  const changes = run.call(this, sql, ...values);
  boundary();
  return changes;
};
for (const index of PARTS.keys()) {
  const { status } = await sendPart(h, session, index);
  if (status >= 300) throw new Error(`part ${index}: ${status}`);
  Deno.stdout.writeSync(new TextEncoder().encode(`${index}\n`));
}
Deno.exit(0);

import { Harness } from "../harness.ts";
import { TestClocks } from "../clock/clocks.ts";

/**
 * A service on the directory that is named, from a time that is named, whose clocks run on; it prints a line for each row. With a
 * third argument it kills itself before that statement of what it writes, of the kind that a fourth one names, and prints
 * which one that is.
 */
const [directory, wall, statement = "0", kind] = Deno.args as [string, string, string?, string?];
const clocks = new TestClocks();
clocks.wall = Number(wall);
const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
const pause = async (milliseconds: number) => {
  clocks.pass(milliseconds);
  await new Promise((resolve) => setTimeout(resolve));
};
const h = await Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause }, directory);
h.store.subscribe((events) => {
  for (const { type } of events) {
    if (/^automation\.(?:fired|missed|skipped)$/.test(type)) say(String(clocks.wall));
  }
});
let left = Number(statement);
const { database } = h.store;
const real = { exec: database.exec.bind(database), execute: database.execute.bind(database) };
database.exec = (sql) => {
  boundary(sql);
  real.exec(sql);
};
database.execute = (sql, values) => {
  boundary(sql);
  return real.execute(sql, values);
};
h.composition.clock.start();

function boundary(sql: string): void {
  const own = sql.trim().split(/[\s(]+/).slice(0, 3).join(" ");
  if (kind !== undefined && own !== kind || --left !== 0) return;
  say(`at ${own}`);
  Deno.kill(Deno.pid, "SIGKILL");
}

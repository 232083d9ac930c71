import { Harness } from "../harness.ts";
import { TestClocks } from "../clock/clocks.ts";

/** A service on the directory that is named, from a time that is named, whose clocks run on; it prints a line for each row. */
const [directory, wall] = Deno.args as [string, string];
const clocks = new TestClocks();
clocks.wall = Number(wall);
const pause = async (milliseconds: number) => {
  clocks.pass(milliseconds);
  await new Promise((resolve) => setTimeout(resolve));
};
const h = await Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause }, directory);
h.store.subscribe((events) => {
  for (const { type } of events) {
    if (!/^automation\.(?:fired|missed|skipped)$/.test(type)) continue;
    Deno.stdout.writeSync(new TextEncoder().encode(`${clocks.wall}\n`));
  }
});
h.composition.clock.start();

import { Harness } from "../harness.ts";
import { TestClocks } from "./clocks.ts";

/** A service on the directory that is named, whose time passes as fast as it can; it prints a line for each expired approval. */
const clocks = new TestClocks();
const pause = async (milliseconds: number) => {
  clocks.pass(milliseconds);
  await new Promise((resolve) => setTimeout(resolve));
};
const h = await Harness.open({ now: clocks.now, readClocks: clocks.readClocks, pause }, Deno.args[0]!);
h.store.subscribe((events) => {
  for (const { type } of events) {
    if (type === "approval.expired") Deno.stdout.writeSync(new TextEncoder().encode("expired\n"));
  }
});
h.composition.clock.start();

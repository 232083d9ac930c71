import { INTERFACE, keyOf } from "../checks/interface.ts";
import { Prober } from "./prober.ts";
import { startProbed } from "./running.ts";
import { promisesOf } from "./table.ts";

/**
 * Asks a service process for what the rows of the interface promise. `say` gets the row and the sentence of each promise that
 * does not hold, and a summary. Returns whether all hold.
 */
export async function probePromises(wanted: string, say: (line: string) => void): Promise<boolean> {
  await using service = await startProbed();
  await using probe = new Prober(service.url, service.repository);
  const rows = INTERFACE.map(keyOf).filter((key) => key.includes(wanted));
  const promises = rows.flatMap((key) => promisesOf(key).map((each) => ({ key, each })));
  for (const { key, each } of promises) await probe.check(key, each);
  for (const { key, page, says, found } of probe.faults) {
    say(`FAULT ${key}\n  ${page}.md: ${says}\n  ${found}`);
  }
  say(`${rows.length} rows, ${promises.length} promises: ${probe.faults.length} do not hold.`);
  return probe.faults.length === 0;
}

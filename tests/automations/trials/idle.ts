import assert from "node:assert/strict";
import { residentBytes } from "../../../bench/resident.ts";
import type { ServiceProcess } from "../../recovery/service_process.ts";
import { Site } from "../../recovery/site.ts";
import { processorMilliseconds } from "../../../bench/processor_time.ts";
import { automateReally, until } from "./real.ts";
import type { Trial } from "./trial.ts";

const SECONDS = 60;
const FIRES = 6;
const MEBIBYTE = 1024 * 1024;

/** Compares an idle service with enabled automations to one without any, and looks how late a schedule among them is. */
export const idle: Trial = {
  count: 1000,
  unit: "automations",
  run: async (count) => {
    using site = Site.make();
    using empty = Site.make();
    await using without = await empty.start({ workers: 0 });
    const first = await site.start({ workers: 0 });
    for (let i = 0; i < count; i++) {
      const cron = `${i % 60} ${Math.floor(i / 60) % 24} 1 1 *`;
      await automateReally(first, site, { kind: "schedule", cron }, { name: `Yearly ${i}` });
    }
    await site.end(first);
    await first[Symbol.asyncDispose]();
    await using full = await site.start({ workers: 0 });
    const [before, after] = await Promise.all([idling(without), idling(full)]);
    const { id } = await automateReally(full, site, { kind: "schedule", every: "PT10S" });
    const show = () => full.operator("GET /automations/:id", { params: { id } });
    await until(async () => (await show()).ledger.items.length >= FIRES);
    const late = Math.max(
      ...(await show()).ledger.items.map(({ latenessMs }) => latenessMs),
    );
    assert.ok(late <= 1000, `a fire was ${late} ms late`);
    return `Idle for ${SECONDS} s: ${after.processor} ms of a processor with ${count} automations, ${before.processor} ms ` +
      `with none; ${after.memory} MiB against ${before.memory} MiB. ${FIRES} fires among them: at most ${late} ms late.`;
  },
};

/** What a service takes of the machine while nothing is asked of it. */
async function idling({ child }: ServiceProcess): Promise<{ processor: number; memory: number }> {
  await new Promise((resolve) => setTimeout(resolve, 5_000)); // what belongs to the start
  const before = processorMilliseconds(child.pid);
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1000));
  const processor = Math.round(processorMilliseconds(child.pid) - before);
  return { processor, memory: Math.round(await residentBytes(child.pid) / MEBIBYTE) };
}

import type { Sample } from "./measure.ts";

/**
 * Does `count` operations from `clients` clients, each of which awaits its answer before its next, and says how many were
 * done per second.
 */
export async function manyClients(
  clients: number,
  count: number,
  one: (client: number) => Promise<void>,
): Promise<Sample> {
  const latencies: number[] = [];
  let left = count;
  const begin = performance.now();
  await Promise.all(Array.from({ length: clients }, async (_, client) => {
    while (left-- > 0) {
      const asked = performance.now();
      await one(client);
      latencies.push(performance.now() - asked);
    }
  }));
  return { value: count / (performance.now() - begin) * 1000, latencies };
}

import { attackAsAgent } from "./attack.ts";
import { attackAsClient } from "./hostile_client.ts";

/** How many messages a client sends. */
const MESSAGES = 200;

/** Attacks so often as an agent and as a client, each time with another seed, and says how runs ended. Returns the exit code. */
export async function attackOften(count: number, seed: number, say: (line: string) => void): Promise<number> {
  const ends = new Map<string, number>();
  let faults = 0;
  for (let n = 0; n < count; n++) {
    try {
      const end = await attackAsAgent(seed + n);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      await attackAsClient(seed + n, MESSAGES);
    } catch (cause) {
      faults++;
      say(`FAULT with seed ${seed + n}: ${cause instanceof Error ? cause.stack : cause}`);
    }
  }
  const said = [...ends].map(([end, times]) => `${times} ${end.trim()}`).join(", ");
  say(`${count} agents and clients (seeds from ${seed}), ${faults} faults. Runs of the agents: ${said}.`);
  return faults > 0 ? 1 : 0;
}

import { setImmediate } from "node:timers";
import { threadMilliseconds as worked } from "../../services/ground/kernel/thread_time.ts";
import { BOMBS } from "./bombs.ts";

const MAX_MILLISECONDS = 50;

/** The longest piece of work during which the loop answered nobody, at its best of three. */
async function blocked(work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let at = 0; at < 3 && least > MAX_MILLISECONDS; at++) {
    let [last, longest, going] = [worked(), 0, true];
    const look = () => {
      const now = worked();
      longest = Math.max(longest, now - last);
      last = now;
      if (going) setImmediate(look);
    };
    setImmediate(look);
    await work();
    going = false;
    least = Math.min(least, Math.max(longest, worked() - last));
  }
  return least;
}

/** Says for how long the worst of the bombs holds up the loop. Throws where one does for more than 50 ms. */
export async function measureBombs(say: (line: string) => void): Promise<void> {
  const took: [string, number][] = [];
  for (const [name, work] of BOMBS) took.push([name, await blocked(work)]);
  const [name, longest] = took.toSorted((one, other) => other[1] - one[1])[0]!;
  say(`The worst of ${took.length} bombs holds up the loop for ${longest.toFixed(1)} ms (${name}).`);
  if (longest > MAX_MILLISECONDS) throw new Error(`A bomb may hold up the loop for ${MAX_MILLISECONDS} ms.`);
}

import type { InteractiveProcess } from "../../machine/processes/interactive.ts";
import { OutputKeeper } from "../../machine/processes/output.ts";
import { valueWithin } from "./watch.ts";

/** How many bytes of an agent's standard error are kept. */
const MAX_ERRORS = 8 * 1024;

/** How long standard error is read after the agent has ended. */
const LAST_WORDS_MILLISECONDS = 1_000;

/**
 * Always reads the agent's standard error, since the agent would block otherwise. `read` resolves when an agent that has
 * ended writes nothing more.
 */
export function keepErrors(
  process: InteractiveProcess,
): { text: () => string; read: Promise<unknown>; done: Promise<void> } {
  const keeper = new OutputKeeper(MAX_ERRORS);
  const reader = process.stderr.getReader();
  const reading = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) keeper.add(part.value);
  })();
  reading.catch(() => {});
  // Do not wait for a pipe that another process holds open.
  const read = process.status.then(() => valueWithin(LAST_WORDS_MILLISECONDS, reading.catch(() => {})));
  return {
    text: () => keeper.finish().output,
    read,
    done: process.status.then(() => read).then(() => reader.cancel()).catch(() => {}),
  };
}

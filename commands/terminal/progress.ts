import type { Output } from "./output.ts";
import { paint } from "./paint.ts";

/** What takes less is over before anybody wonders. */
const PATIENCE_MILLISECONDS = 1000;

/** Says on a terminal what is being done, and for how long, once it has taken a second; elsewhere nothing. */
export async function withProgress<T>(output: Output, doing: string, work: T | Promise<T>): Promise<T> {
  const began = performance.now();
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    output.status(paint.dim(`${doing} … ${seconds} s`));
  };
  const timer = setInterval(tick, PATIENCE_MILLISECONDS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (performance.now() - began >= PATIENCE_MILLISECONDS) output.status(null);
  }
}

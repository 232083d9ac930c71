import type { Output } from "./output.ts";
import { paint } from "./paint.ts";

/** Work that takes less time shows no progress. */
const PATIENCE_MILLISECONDS = 1000;

/** Shows on a terminal what is being done, and for how long, after the first second. */
export async function withProgress<T>(
  output: Output,
  doing: string | (() => string),
  work: T | Promise<T>,
): Promise<T> {
  const began = performance.now();
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    output.status(paint.dim(`${typeof doing === "string" ? doing : doing()} … ${seconds} s`));
  };
  const timer = setInterval(tick, PATIENCE_MILLISECONDS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (performance.now() - began >= PATIENCE_MILLISECONDS) output.status(null);
  }
}

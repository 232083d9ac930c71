/** Waits for work of another program that has the terminal: Ctrl-C goes to that program, and does not end this one. */
export async function leavingInterrupts<T>(work: () => Promise<T>): Promise<T> {
  const ignore = () => {};
  Deno.addSignalListener("SIGINT", ignore);
  try {
    return await work();
  } finally {
    Deno.removeSignalListener("SIGINT", ignore);
  }
}

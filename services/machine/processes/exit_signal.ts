/** Signal numbers that are the same on every supported system. */
const NUMBERS: Readonly<Record<number, Deno.Signal>> = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  5: "SIGTRAP",
  6: "SIGABRT",
  8: "SIGFPE",
  9: "SIGKILL",
  11: "SIGSEGV",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
};

/**
 * Returns the signal of an exit code of 128 or more, as shells and `bwrap` report it; null for another code. The program in
 * between hides whether it was a signal or such a code.
 */
export const exitSignal = (code: number): Deno.Signal | null => NUMBERS[code - 128] ?? null;

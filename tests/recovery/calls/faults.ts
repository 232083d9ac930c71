import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryDirectory } from "../../temporary.ts";
import { succeeds } from "../surroundings.ts";

const SHIM = fileURLToPath(new URL("shim.c", import.meta.url));

/** Kinds of calls, as in `shim.c`: those that open, and those that change names or make files. */
const [READ, WRITE, SYNC, OPEN, MAKE, MAP] = [1, 2, 4, 8, 16, 32] as const;

/** Errors with their numbers on Linux, and the kinds of calls that can end with them. */
export const ERRORS = {
  EIO: { number: 5, kinds: READ | WRITE | SYNC | OPEN | MAKE | MAP },
  ENOSPC: { number: 28, kinds: WRITE | SYNC | MAKE },
  EROFS: { number: 30, kinds: WRITE | MAKE },
  EMFILE: { number: 24, kinds: OPEN },
  ENOMEM: { number: 12, kinds: READ | WRITE | OPEN | MAKE | MAP },
  /** No error: the process is killed instead of making the call. */
  SIGKILL: { number: 0xffff, kinds: WRITE | SYNC | MAKE },
} as const;

export type ErrorName = keyof typeof ERRORS;
export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];

/**
 * What is to fail: the n-th call, or every call from it on. With `bursts`, calls with one name that follow each other on one file
 * are counted once, and the first of them fails: a commit writes its pages with dozens. So are reads and writes by turns, as a
 * checkpoint makes them.
 */
export type Fault = {
  readonly error: ErrorName;
  readonly at: number;
  readonly lasting: boolean;
  readonly bursts: boolean;
};

/** What became of it: the calls of those kinds, how many failed, and the first that did. */
export type Met = { readonly calls: number; readonly failed: number; readonly call: string };

/** Builds the library that makes calls fail; null where there is no C compiler or another system than Linux. */
export async function buildShim(): Promise<string | null> {
  if (Deno.build.os !== "linux") return null;
  const library = join(temporaryDirectory(), "faults.so");
  const args = ["-shared", "-fPIC", "-O2", "-o", library, SHIM, "-ldl"];
  return await succeeds("cc", ...args) ? library : null;
}

const SIZE = 256;
const SHIFT = 32;

/**
 * Makes calls of processes fail that are started with `wrap`, as far as they are for files in one directory, and shifts their
 * clocks. Dispose it.
 */
export class Faults implements Disposable {
  readonly #file: Deno.FsFile;
  readonly wrap: readonly string[];

  constructor(library: string, directory: string) {
    const path = join(temporaryDirectory(), "state");
    Deno.writeFileSync(path, new Uint8Array(SIZE));
    this.#file = Deno.openSync(path, { read: true, write: true });
    const under = Deno.realPathSync(directory);
    this.wrap = ["env", `LD_PRELOAD=${library}`, `FAULTS_STATE=${path}`, `FAULTS_UNDER=${under}`];
  }

  arm({ error, at, lasting, bursts }: Fault): void {
    const { number, kinds } = ERRORS[error];
    const state = new Uint8Array(SIZE);
    new Uint32Array(state.buffer).set([0, number, at, lasting ? 1 : 0, 0, 0, bursts ? 1 : 0]);
    this.#write(new Uint8Array(4), SIZE - 4);
    this.#write(state.subarray(0, SHIFT));
    this.#write(new Uint8Array(new Uint32Array([kinds]).buffer)); // the last, as it lets the counting begin
  }

  disarm(): Met {
    this.#write(new Uint8Array(4));
    const state = new Uint8Array(SIZE);
    this.#file.seekSync(0, Deno.SeekMode.Start);
    this.#file.readSync(state);
    const [, , , , calls = 0, failed = 0] = new Uint32Array(state.buffer);
    return { calls, failed, call: new TextDecoder().decode(state.subarray(36)).replace(/\0.*$/s, "") };
  }

  /** Sets the clock of the processes to so many seconds after that of the machine. */
  shiftClock(seconds: number): void {
    this.#write(new Uint8Array(new Int32Array([seconds]).buffer), SHIFT);
  }

  #write(bytes: Uint8Array, at = 0): void {
    this.#file.seekSync(at, Deno.SeekMode.Start);
    this.#file.writeSync(bytes);
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

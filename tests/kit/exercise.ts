import type { World } from "../runs/runs_world.ts";
import { domainFiles } from "./domain_files.ts";

/** One call that succeeds in the world. */
export type Exercise = { key: string; path: string; body?: unknown; headers?: Record<string, string> };

/** Calls to a domain's endpoints, in order. */
export type Exercises = {
  /** Calls that change nothing. */
  reads?: readonly Exercise[];
  /** Calls that change something but keep what other calls need. */
  writes?: readonly Exercise[];
  /** Calls that remove what other calls need. */
  ends?: readonly Exercise[];
};

/** The default export of `tests/<domain>/exercises.ts`. It creates what its calls need. */
export type MakeExercises = (world: World) => Exercises | Promise<Exercises>;

/** Returns the calls of all domains: `reads` first, `ends` last. */
export async function allExercises(world: World): Promise<{ reads: Exercise[]; writes: Exercise[] }> {
  const made: Exercises[] = [];
  for (const make of (await domainFiles<MakeExercises>("exercises.ts")).values()) {
    made.push(await make(world));
  }
  const all = (name: keyof Exercises) => made.flatMap((each) => each[name] ?? []);
  return { reads: all("reads"), writes: [...all("writes"), ...all("ends")] };
}

/** A call of an endpoint: its path with `ids` and, for a read, a query. */
export function exercise(
  key: string,
  { ids = {}, query = "", body, headers }: {
    ids?: Record<string, string>;
    query?: string;
    body?: unknown;
    headers?: Record<string, string>;
  } = {},
): Exercise {
  const path = key.split(" ")[1]!.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (ids[name] === undefined) throw new Error(`${key} needs the id "${name}".`);
    return ids[name];
  });
  return { key, path: query === "" ? path : `${path}?${query}`, body, ...(headers && { headers }) };
}

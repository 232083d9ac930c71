import { Session } from "node:inspector";
import { fileURLToPath } from "node:url";

type Frame = { functionName: string; url: string; lineNumber: number };
type Profile = {
  nodes: { id: number; callFrame: Frame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
};

/** What a turn of the event loop spent its time on. */
export type TurnWork = {
  /** The part of it that is the service's, from 0 to 1; the rest is the test's own. */
  ofService: number;
  /** The functions of the service that took the most, each with its share of the turn. */
  functions: string[];
};

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INTERVAL_MICROSECONDS = 2_000;
/** A profile without a turn to look at is thrown away before it is large. */
const LIFETIME_MILLISECONDS = 5_000;
const NAMED = 8;

/** Samples the stack of this thread, to tell the work of a service from that of the test that shares its process. */
export class TurnProfile implements Disposable {
  readonly #session = new Session();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.setSamplingInterval", { interval: INTERVAL_MICROSECONDS });
    this.#session.post("Profiler.start");
    this.#timer = setInterval(() => void this.#take(), LIFETIME_MILLISECONDS);
    Deno.unrefTimer(this.#timer);
  }

  /** Returns what the last milliseconds of this thread were spent on. */
  async last(milliseconds: number): Promise<TurnWork> {
    const { nodes, samples, timeDeltas } = await this.#take();
    const stacks = stacksOf(nodes);
    const shares = new Map<string, number>();
    let [all, busy, ofService] = [0, 0, 0];
    for (let at = samples.length - 1; at >= 0 && all < 1000 * milliseconds; at--) {
      const delta = timeDeltas[at]!;
      all += delta;
      const stack = stacks.get(samples[at]!)!;
      if (stack[0]!.functionName === "(idle)") continue; // before the turn began
      busy += delta;
      if (!isOfService(stack)) continue;
      ofService += delta;
      const names = new Set(stack.filter(({ url }) => placeOf(url) !== null).map(nameOf));
      for (const name of names) shares.set(name, (shares.get(name) ?? 0) + delta);
    }
    const functions = [...shares].toSorted(([, one], [, other]) => other - one).slice(0, NAMED)
      .map(([name, share]) => `${Math.round(100 * share / busy)}% ${name}`);
    return { ofService: busy === 0 ? 1 : ofService / busy, functions };
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    void this.#take().finally(() => this.#session.disconnect()); // after the answers that are still to come
  }

  #take(): Promise<Profile> {
    const { promise, resolve, reject } = Promise.withResolvers<Profile>();
    this.#session.post("Profiler.stop", (fault: unknown, result: { profile: Profile }) => {
      if (result?.profile) resolve(result.profile);
      else reject(new Error("The profiler stopped without a profile.", { cause: fault }));
    });
    this.#session.post("Profiler.start");
    return promise;
  }
}

/** The stack of each node, the innermost frame first. */
function stacksOf(nodes: Profile["nodes"]): Map<number, Frame[]> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  return new Map(nodes.map(({ id }) => {
    const stack: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(frames.get(at)!);
    return [id, stack];
  }));
}

/** The path of a file of the project; null for the runtime and packages. */
const placeOf = (url: string): string | null =>
  url.startsWith(`file://${ROOT}`) ? url.slice(`file://${ROOT}`.length) : null;

const nameOf = ({ functionName, url, lineNumber }: Frame): string =>
  `${functionName || "(anonymous)"} ${placeOf(url)}:${lineNumber + 1}`;

/**
 * True for what a service does: its own turns, and what a request makes it do. A test that calls the store itself, or that a
 * service calls back, does its own work.
 */
function isOfService(stack: Frame[]): boolean {
  const places = stack.map(({ url }) => placeOf(url)).filter((place) => place !== null);
  if (places.length === 0) return true; // collecting garbage, or the runtime: nobody's in particular
  if (places[0]!.startsWith("tests/")) return false;
  const test = places.findIndex((place) => place.startsWith("tests/"));
  return test === -1 || places.slice(0, test).some((place) => place.startsWith("routes/"));
}

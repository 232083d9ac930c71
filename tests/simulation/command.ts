import type { Random } from "../recovery/load/random.ts";

/** What is sent to the service, and by whom. */
export type Asked = {
  method: string;
  path: string;
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  /** Sends it, if it is not sent to the interface of people and agents. */
  by?: () => Promise<Answer>;
  /** The run that goes on by itself until the answer. */
  through?: string;
};

/** What the service answers; `isAgain` if an earlier answer to the same was lost on its way. */
// deno-lint-ignore no-explicit-any
export type Answer = { status: number; body: any; isAgain?: boolean };

/** A difference between what the model says and what the service shows. */
export class Difference extends Error {}

/** Throws `Difference` if something does not hold. */
export function holds(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Difference(what);
}

/** Throws `Difference` if two values are not written alike. */
export function same(shown: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(shown), JSON.stringify(expected)];
  if (one !== other) throw new Difference(`${what}: ${one} is shown, the model says ${other}`);
}

/** Waits for something so many milliseconds of this machine. Throws `Difference` if that is too short. */
export async function within<T>(patience: number, work: Promise<T>, otherwise: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Difference(`${otherwise} within ${patience / 1000} s`);
  const timer = setTimeout(() => reject(late), patience);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** A request, and what the model says to its answer. */
export type Deed = {
  /** The state of what it is about, for the coverage. */
  state: string;
  asked: Asked;
  /** Compares the answer with the model, and changes the model; `repeated` if an earlier answer was lost. */
  judge: (answer: Answer, repeated: boolean) => void;
  /** Done before it is sent, and before it is sent again: then what was asked for may be done already. */
  before?: (read: Read, repeated: boolean) => Promise<void>;
  /** Whether its answer always comes: what it does cannot be told apart from what it did the first time. */
  isAnswered?: boolean;
  /** Whether a refusal may record something, such as that what it is about has expired. */
  mayRecord?: boolean;
  /** Compares what it is about with what is shown, once everything has happened that follows from it. */
  after?: (read: Read) => Promise<void>;
};

/** Something that a person or a program may ask of the service. */
export type Command = {
  name: string;
  /** How often it is chosen, against the others. */
  weight: number;
  /** Chooses what it is about, in the state that it has by now; null if there is nothing. */
  plan: (random: Random, read: Read) => Deed | null | Promise<Deed | null>;
};

/** Sends a question and gives the body of the answer, which has to be 200. */
// deno-lint-ignore no-explicit-any
export type Read = (path: string) => Promise<any>;

/** What a domain's model says. */
export type Domain = {
  readonly commands: readonly Command[];
  /** Compares what the passing of time has brought. */
  passed?: (read: Read) => Promise<void>;
  /** Whether the model can say what a jump of the clock from one moment to another brings. */
  mayJump?: (from: number, to: number) => boolean;
  /** The clock has jumped, and the service has noticed. */
  jumped?: (from: number, to: number) => void;
  /** The service is killed at this moment. */
  killed?: () => void;
  /** The service goes on with what a backup restored. */
  restored?: () => void;
  /** The service was maintained. */
  maintained?: (isStored: (text: string) => boolean) => void;
  /** Takes over what may have happened by itself. */
  moved?: (read: Read) => Promise<void>;
  /** Compares something that is chosen at random with what is shown. */
  look: (read: Read, random: Random) => Promise<void>;
  /** Compares everything; with `isWhole`, also what nothing should have changed since it was compared. */
  lookAtAll: (read: Read, isWhole: boolean) => Promise<void>;
};

/** Fails unless the answer has a status. */
export function answered({ status, body }: Answer, expected: number): void {
  if (status !== expected) {
    throw new Difference(
      `answered ${status} (${JSON.stringify(body).slice(0, 300)}), the model says ${expected}`,
    );
  }
}

/** One of several, or null if there are none. */
export function one<Item>(random: Random, items: readonly Item[]): Item | null {
  return items.length === 0 ? null : items[random.between(0, items.length - 1)]!;
}

import type { Core, Ctx } from "./context.ts";
import type { DueMoment } from "./due.ts";
import type { Subject } from "./subject.ts";

/** How much a pass of maintenance did, by name. */
export type TidyCounts = Readonly<Record<string, number>>;

/**
 * Something that a domain keeps alive between requests, declared once in its `part.ts` and listed once in
 * `services/parts.ts`. `Service` is what it needs: `Core` and parts that are listed before it. What its functions
 * return is awaited.
 */
type Part<Name extends string, Value, Service extends Core, Options> = {
  name: Name;
  /** Creates the value that contexts have under `name`. Nothing runs before `start`. Absent if there is no value. */
  open?: (service: Service, options: Options) => Value;
  /** Removes what a killed service left, before a request is let in and before any part starts. */
  prepare?: (value: Value, service: Service & Record<Name, Value>) => unknown;
  start?: (value: Value, service: Service & Record<Name, Value>) => unknown;
  /** Stops what `start` started; resolves when nothing of it is left. */
  stop?: (value: Value) => unknown;
  /** What becomes due at its own moments, which the clock waits for. */
  due?: readonly DueMoment<Service & Record<Name, Value>>[];
  /** Called in the unit that records that the clock has jumped, ahead or back by so many milliseconds. */
  jumped?: (ctx: Ctx<Service & Record<Name, Value>>, milliseconds: number) => void;
  /** The subjects of its domain's approvals, and what a decision does there. */
  subjects?: readonly Subject<Service & Record<Name, Value>>[];
  /** Called in every pass of maintenance. What can be much is done with `inParts`. */
  tidy?: (ctx: Ctx<Service & Record<Name, Value>>) => Promise<TidyCounts | void> | TidyCounts | void;
  /** Called after each pass, once what it recorded is on disk. */
  clean?: (ctx: Ctx<Service & Record<Name, Value>>) => unknown;
};

/** Declares a part; the types of its functions say what it needs and what may be replaced. */
export const part = <
  const Name extends string,
  Value = undefined,
  Service extends Core = Core,
  Options = unknown,
>(
  one: Part<Name, Value, Service, Options>,
): Part<Name, Value, Service, Options> => one;

/** Any part, for lists of parts with different types. */
// deno-lint-ignore no-explicit-any
export type AnyPart = Part<string, any, any, any>;

/** What a part adds to a context. */
export type LiveOf<One> = One extends Part<infer Name, infer Value, infer _Service, infer _Options>
  ? undefined extends Value ? object : Record<Name, Value>
  : never;

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends
  (all: infer All) => void ? All
  : never;

/** What a list of parts adds to a context. */
export type AllLive<Parts extends readonly unknown[]> = Together<LiveOf<Parts[number]>>;

type OptionsOf<One> = One extends Part<infer _Name, infer _Value, infer _Service, infer Options>
  ? unknown extends Options ? object : Options
  : never;

/** What may be passed to a list of parts when they are opened. */
export type AllOptions<Parts extends readonly unknown[]> = Together<OptionsOf<Parts[number]>>;

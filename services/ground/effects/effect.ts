import type { Boundary } from "../kernel/subject.ts";
import type { EffectKind, RepeatOf } from "./kinds.ts";

/**
 * How an attempt ended. `refused`: it is certain that nothing was changed. `stale`: the same, because what was reviewed is no
 * longer there. `unknown`: it may have been changed.
 */
export type Outcome<Result> =
  | { kind: "done"; result: Result }
  | { kind: "refused" | "stale" | "unknown"; detail: string };

/** What a look at the outside finds of an attempt whose end is unknown. */
export type Found<Result> = Outcome<Result> | { kind: "absent" };

/**
 * How far an effect is by the log. `intended`: recorded, and surely nothing of it has left this service. `begun`: an earlier
 * attempt may have done it.
 */
export type Progress = "new" | "intended" | "begun";

type Steps<Kind extends EffectKind, Result> = {
  readonly kind: Kind;
  readonly progress: Progress;
  /** Records that it is about to be done; resolves once that is on disk. Absent if the caller has recorded it. */
  intend?: () => Promise<unknown>;
  /** Does it. Throws only where the next attempt may begin again by the rule of its kind. */
  perform: () => Promise<Outcome<Result>>;
  /** Records that it was done, where its verification takes so long that a restart must not lose it. */
  performed?: (result: Result, found: boolean) => Promise<unknown>;
  /** Checks what is there now. */
  verify?: (result: Result) => Promise<Outcome<Result>>;
  /** Records how it ended; resolves once that is on disk. Absent if the caller records it. */
  record?: (outcome: Outcome<Result>) => Promise<unknown>;
};

type Again<Result> = {
  /** Looks for it outside. */
  found: { find: () => Promise<Found<Result>>; lost?: never };
  keyed: { find?: never; lost?: never };
  local: { find?: never; lost?: never };
  /** What is recorded of an attempt whose end is unknown. */
  person: { find?: never; lost: string };
};

/** One change of the world outside of the log, with what its kind needs after an attempt whose end is unknown. */
export type Effect<Kind extends EffectKind, Result = null> =
  & Steps<Kind, Result>
  & Again<Result>[RepeatOf<Kind>];

/** One attempt: what ends it early, and where a test may interrupt it. */
export type Attempt = { signal: AbortSignal; boundary: Boundary };

/** What a person found of an effect that was uncertain. */
export type Finding = { as: "done" | "not_done"; note?: string | undefined };

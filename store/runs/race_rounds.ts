import type { EventOf } from "../stream.ts";
import type { RunDocument } from "./document.ts";
import type { Contender, PickedPart } from "./race.ts";
import type { raceEvents } from "./race_events.ts";
import { attemptOf, continueWithAttempt, endedByPerson, fixed, withThis } from "./rounds.ts";

type RaceEvent = EventOf<typeof raceEvents>;
type FindingType =
  | "run.integrated"
  | "evaluation.completed"
  | "run.bundled"
  | "run.fix_requested"
  | "run.fixing_stopped"
  | "run.fixing_ended";

/** The run, or one contender of its race, with what a step found. */
export function withFinding(run: RunDocument, event: Extract<RaceEvent, { type: FindingType }>): RunDocument {
  switch (event.type) {
    case "run.integrated": {
      const { contender, ...result } = event.data;
      return of(run, contender, { result: { ...result, partial: false } });
    }
    case "evaluation.completed": {
      const { contender, ...evaluation } = event.data;
      return of(run, contender, { evaluation });
    }
    case "run.bundled": {
      const { contender, ...bundle } = event.data;
      const isWhole = contender === undefined;
      return of(run, contender, { bundle, ...(!isWhole && { finishedAt: event.at }) });
    }
    case "run.fix_requested": {
      const { contender, round } = event.data;
      return contender === undefined
        ? fixed(run, round)
        : withContender(run, contender, (each) => fixedContender(each, contender, round));
    }
    case "run.fixing_stopped": {
      const { contender, detail } = event.data;
      const stop = <T extends Pick<Contender, "fixing">>(each: T): T => ({
        ...each,
        fixing: { from: contender ?? 1, used: 0, ...each.fixing, stopped: detail },
      });
      return contender === undefined ? stop(run) : withContender(run, contender, stop);
    }
    case "run.fixing_ended": {
      const { contender, ...ended } = event.data;
      return contender === undefined
        ? continueWithAttempt(run, ended)
        : withContender(run, contender, (each) => continueWithAttempt(each, ended));
    }
  }
}

/** A contender to which the output of its verifier goes back. */
function fixedContender(contender: Contender, number: number, round: number): Contender {
  const { result: _, evaluation: _1, bundle: _2, ...rest } = contender;
  const { from = number, used = 0 } = contender.fixing ?? {};
  return { ...rest, round, attempts: withThis(contender), fixing: { from, used: used + 1 } };
}

type Found = Partial<Pick<Contender, "result" | "evaluation" | "bundle" | "finishedAt">>;

const of = (run: RunDocument, contender: number | undefined, found: Found): RunDocument =>
  contender === undefined
    ? { ...run, ...found }
    : withContender(run, contender, (each) => ({ ...each, ...found }));

/** The run after what became of its race. */
export function raced(run: RunDocument, event: Exclude<RaceEvent, { type: FindingType }>): RunDocument {
  switch (event.type) {
    case "run.contender_planned": {
      const { contender, provider, model, tasks } = event.data;
      const all = [...run.tasks ?? [], ...tasks];
      const planned = withContender(run, contender, (each) => ({ ...each, plannedBy: { provider, model } }));
      return { ...planned, tasks: all };
    }
    case "run.contender_lost": {
      const { contender, ...lost } = event.data;
      return withContender(run, contender, (each) => ({ ...each, lost }));
    }
    case "run.race_ended":
      return raceOver(run, event.data.detail);
    case "run.result_picked":
      return withPick(run, { ...event.data, by: event.actor });
    case "run.pick_withdrawn":
      return withoutPick(run, event.data.round);
  }
}

/** The run with what was recorded of one contender. */
function withContender(
  run: RunDocument,
  contender: number,
  change: (before: Contender) => Contender,
): RunDocument {
  if (!run.race) return run;
  const contenders = run.race.contenders.map((each, i) => i + 1 === contender ? change(each) : each);
  return { ...run, race: { ...run.race, contenders } };
}

/** The run after its race: the results of the contenders are attempts of it. */
function raceOver(run: RunDocument, why: string): RunDocument {
  if (!run.race) return run;
  const { contenders } = run.race;
  const found = contenders.flatMap(withThis).toSorted((a, b) => a.round - b.round);
  return {
    ...run,
    round: Math.max(contenders.length, ...contenders.map(({ round = 0 }) => round)),
    attempts: [...run.attempts ?? [], ...found],
    race: { ...run.race, over: why },
  };
}

type Picked = {
  round: number;
  parts: PickedPart[];
  result?: { tree: string; commit: string } | undefined;
  by: string;
};

/** The run with what was picked as its result: that of one contender, or a combination that is still to be verified. */
function withPick(run: RunDocument, { round, parts, result, by }: Picked): RunDocument {
  const first = run.race?.contenders[(parts[0]?.contender ?? 0) - 1];
  if (!run.race || !first) return run;
  const next = withoutPick(run, round);
  return {
    ...next,
    ...(result ? { result: { ...result, partial: true } } : { ...attemptOf(first), round }),
    ...(first.plannedBy && { plannedBy: first.plannedBy }),
    ...(next.route && { route: { ...next.route, alternatives: [] } }),
    race: { ...run.race, picked: parts, pickedBy: by, pickedIn: round },
    fixing: endedByPerson(round, "It was picked from the results of a race."),
  };
}

/** The run as it waited for the pick, in a new round. */
function withoutPick(run: RunDocument, round: number): RunDocument {
  const { result: _, evaluation: _1, bundle: _2, approvalId: _3, fixing: _4, ...rest } = run;
  if (!rest.race) return run;
  const { picked: _5, pickedBy: _6, pickedIn: _7, ...race } = rest.race;
  return { ...rest, round, attempts: withThis(run), race };
}

import { PRIVACIES, type Privacy } from "../../../store/shared/enumerations.ts";
import { counted } from "../../../client/words.ts";
import type { RunRequest } from "../types.ts";
import { type WorkerChoice, workerIn } from "./workers.ts";

type ContenderDraft = { id: number; worker: string; profile: string };

/** A race as it is typed. */
export type RaceDraft = {
  contenders: readonly ContenderDraft[];
  pick: "human" | "first-green";
  maxCostUsd: string;
};

/** How many contenders a race has. */
export const CONTENDERS = { least: 2, most: 5 };

/** Returns the race of an untouched form, whose first contender is the worker that was chosen alone. */
export const newRace = (worker: string): RaceDraft => ({
  contenders: [{ id: 1, worker, profile: "" }, { id: 2, worker: "", profile: "" }],
  pick: "human",
  maxCostUsd: "",
});

/** Returns the race with one more contender. */
export const withContender = (race: RaceDraft): RaceDraft => {
  const id = Math.max(...race.contenders.map(({ id }) => id)) + 1;
  return { ...race, contenders: [...race.contenders, { id, worker: "", profile: "" }] };
};

const nameOf = ({ worker }: ContenderDraft): string => worker.split("\n").filter(Boolean).join("/");

/** Returns the race in which another worker, both given as `provider/model`, takes the place of one. */
export const withSubstitute = (race: RaceDraft, from: string, to: string): RaceDraft => ({
  ...race,
  contenders: race.contenders.map((each) =>
    nameOf(each) === from ? { ...each, worker: to.replace("/", "\n") } : each
  ),
});

/** Returns the race without a contender, given as `provider/model`; null if too few would be left. */
export function withoutContender(race: RaceDraft, name: string): RaceDraft | null {
  const contenders = race.contenders.filter((each) => nameOf(each) !== name);
  return contenders.length < CONTENDERS.least ? null : { ...race, contenders };
}

const budgetOf = ({ maxCostUsd }: RaceDraft): number | undefined =>
  maxCostUsd.trim() === "" ? undefined : Number(maxCostUsd);

/** Returns what is missing in a race before it can be requested; null if nothing is. */
export function raceProblem(race: RaceDraft): string | null {
  if (race.contenders.some(({ worker }) => worker === "")) return "Choose a worker for each contender.";
  const budget = budgetOf(race);
  return budget === undefined || budget > 0
    ? null
    : "The budget is an amount in dollars above 0, such as 2.50.";
}

/** Returns a race as a request names it. Without a verifier, only a person can pick. */
export function raceOf(race: RaceDraft, hasVerifier: boolean): RunRequest["race"] {
  const maxCostUsd = budgetOf(race);
  return {
    contenders: race.contenders.flatMap(({ worker, profile }) => {
      const named = workerIn(worker);
      return named ? [{ worker: named, ...(profile && { profile }) }] : [];
    }),
    pick: hasVerifier ? race.pick : "human",
    ...(maxCostUsd !== undefined && { maxCostUsd }),
  };
}

const PLACES: Readonly<Record<Privacy, (readers: string) => string>> = {
  "third-party": (readers) => `What ${readers} is sent to a third party.`,
  "private-network": (readers) => `What ${readers} is sent to another machine of your network.`,
  local: (readers) => `What ${readers} stays on this machine.`,
};

/** Returns sentences about how many workers run, and where what they read goes to. */
export function announcement({ contenders }: RaceDraft, workers: readonly WorkerChoice[]): string {
  const chosen = contenders.flatMap(({ worker }) => workers.find(({ value }) => value === worker) ?? []);
  const names = (
    privacy: Privacy,
  ) => [...new Set(chosen.filter((each) => each.privacy === privacy).map(({ name }) => name))];
  const places = PRIVACIES.toReversed().flatMap((privacy) =>
    names(privacy).length === 0 ? [] : [PLACES[privacy](readers(names(privacy)))]
  );
  return [
    `${counted(contenders.length, "worker")} run side by side, each in its own workspace.`,
    ...places,
  ].join(" ");
}

const readers = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} reads` : `${names.slice(0, -1).join(", ")} and ${names.at(-1)} read`;

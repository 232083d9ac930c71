import type { RequestedRace, RunDocument } from "../../../store/runs/document.ts";
import type { runEvents } from "../../../store/runs/events.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { z } from "zod";

type Created = z.input<typeof runEvents["run.created"]>;

/** What would have no effect in a race, and why. */
const WITHOUT_EFFECT = [
  ["workflowId", "the nodes of a workflow name their workers"],
  ["worker", "its contenders name their workers"],
  ["onFailure", "a contender whose task fails is out, and the others go on"],
  ["onRed", "results that failed can be picked, too"],
] as const;

/**
 * Returns what is recorded of a requested race.
 *
 * @throws {InvalidError} when something else in the request contradicts it
 */
export function raceFields(
  race: RequestedRace | undefined,
  request: Pick<Partial<Created>, typeof WITHOUT_EFFECT[number][0] | "verifier">,
): Pick<Created, "race" | "maxCostUsd"> {
  if (!race) return {};
  for (const [field, why] of WITHOUT_EFFECT) {
    if (request[field] === undefined) continue;
    throw new InvalidError(`In a race, ${field} has no effect: ${why}. Leave it out.`);
  }
  const { maxCostUsd, ...recorded } = race;
  if (recorded.pick === "first-green" && !request.verifier) {
    throw new InvalidError(
      'Without a verifier no result of a race can pass first. Give a verifier, or leave out pick: "first-green".',
    );
  }
  return { race: recorded, ...(maxCostUsd !== undefined && { maxCostUsd }) };
}

/** Returns a sentence about where the result of a run comes from; empty without a race. */
export function pickWords({ race }: RunDocument): string {
  if (!race?.picked) return "";
  const count = race.contenders.length;
  const [only] = race.picked;
  if (race.pickedBy === "coordinator") {
    return ` It was the first of ${count} contenders to pass, which need not be the best.`;
  }
  return race.picked.length === 1 && !only?.hunks
    ? ` It was picked from the results of ${count} contenders.`
    : ` It was put together from the results of ${race.picked.length} of ${count} contenders.`;
}

/** Returns the race of a run as it was requested. */
export function requestedRace({ race, maxCostUsd }: RunDocument): RequestedRace | undefined {
  if (!race) return undefined;
  const contenders = race.contenders.map(({ worker, profile }) => ({ worker, ...(profile && { profile }) }));
  return { contenders, pick: race.pick, ...(maxCostUsd !== undefined && { maxCostUsd }) };
}

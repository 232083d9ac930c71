import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../../kit/resource.ts";
import type { Frame } from "../../../shell/mod.ts";
import type { RaceContender, ReadRace } from "../../race/table.tsx";
import { createResult, type KeptChoices, type Part, type ResultStore } from "./result.ts";

/** The race of a run: how its contenders stand, their results that were opened, and what is chosen of these. */
export type RaceStore = {
  readonly race: Resource<ReadRace>;
  /** What is chosen of the results, in the order of the contenders. */
  readonly parts: ReadonlySignal<readonly Part[]>;
  /** The results that were opened, by the number of the contender. */
  readonly results: ReadonlySignal<ReadonlyMap<number, ResultStore>>;
  /** Reads the result of a contender, until it was read once, and chooses of it what was kept. */
  open: (standing: RaceContender, kept: Signal<KeptChoices>) => void;
  chooseNothing: () => void;
  pick: (parts: readonly Part[]) => Promise<unknown>;
};

/** Returns the race of a run; call `race.refresh` to load it. */
export function createRaceStore(runId: string, { call, send, preferences }: Frame): RaceStore {
  const params = { id: runId };
  const layout = preferences.choice("review-layout", ["unified", "split"]);
  const results = signal<ReadonlyMap<number, ResultStore>>(new Map());
  const race = createResource(async () => ({
    ...await call("GET /runs/:id/race", { params }),
    readAt: Date.now(),
  }));
  const chooseNothing = () => results.value.forEach((result) => result.choose("nothing"));
  return {
    race,
    parts: computed(() =>
      [...results.value].toSorted(([a], [b]) => a - b).flatMap(([, { part }]) => part.value ?? [])
    ),
    results,
    open: (standing, kept) => {
      const { contender } = standing;
      const status = results.peek().get(contender)?.store.patch.peek().status;
      if (status !== undefined && status !== "failed") return;
      results.value = new Map([...results.peek(), [
        contender,
        createResult(runId, standing, { send, layout, kept }),
      ]]);
    },
    chooseNothing,
    pick: async (parts) => {
      await call("POST /runs/:id/pick", { params, body: { parts: [...parts] } });
      chooseNothing();
    },
  };
}

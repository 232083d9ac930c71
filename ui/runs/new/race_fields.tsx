import type { Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { Select, SelectField } from "../../kit/forms/select.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useFrame } from "../../shell/mod.ts";
import { CONTENDERS, type RaceDraft, withContender } from "./race.ts";
import { withWorker, type WorkerChoice } from "./workers.ts";

const PICKS = [
  { value: "human", label: "I pick one, or changes of several" },
  { value: "first-green", label: "The first that passes the verifier" },
] as const;

/** The fields of a race: its contenders, how its result is picked, and what all may cost. */
export function RaceFields({ race, draft, workers, hasVerifier }: {
  race: Signal<RaceDraft | null>;
  /** What it holds. */
  draft: RaceDraft;
  workers: readonly WorkerChoice[];
  hasVerifier: boolean;
}) {
  const profiles = useProfiles();
  const { contenders } = draft;
  const change = (changed: Partial<RaceDraft>) => race.value = { ...draft, ...changed };
  const changeAt = (at: number, changed: Partial<RaceDraft["contenders"][number]>) =>
    change({ contenders: contenders.map((each, i) => i === at ? { ...each, ...changed } : each) });
  return (
    <div class="stack" role="group" aria-label="Race">
      <ol class="race-contenders">
        {contenders.map(({ id, worker, profile }, i) => (
          <li key={id}>
            <Select
              aria-label={`Worker of contender ${i + 1}`}
              options={[
                { value: "", label: `Contender ${i + 1}: choose a worker` },
                ...withWorker(workers, worker),
              ]}
              value={worker}
              onPick={(worker) => changeAt(i, { worker })}
            />
            <Select
              aria-label={`Profile of contender ${i + 1}`}
              options={[{ value: "", label: "No profile" }, ...profiles]}
              value={profile}
              onPick={(profile) => changeAt(i, { profile })}
            />
            <Button
              label={`Remove contender ${i + 1}`}
              disabled={contenders.length <= CONTENDERS.least}
              onPress={() => change({ contenders: contenders.filter((each) => each.id !== id) })}
            >
              <Icon name="cross" />
            </Button>
          </li>
        ))}
      </ol>
      <div class="row">
        <Button
          small
          disabled={contenders.length >= CONTENDERS.most}
          onPress={() => race.value = withContender(draft)}
        >
          Add a contender
        </Button>
        <span class="hint small">Two to five. The same worker may take part twice.</span>
      </div>
      <div class="two-columns">
        <SelectField
          label="Result"
          hint={hasVerifier
            ? "The others are stopped when the first passes. You still approve what is written."
            : "Without a verifier, only you can pick."}
          disabled={!hasVerifier}
          options={PICKS}
          value={hasVerifier ? draft.pick : "human"}
          onPick={(pick) => change({ pick })}
        />
        <Field
          label="Budget of all, in dollars"
          hint="The most that their calls of models may cost together."
        >
          {(control) => (
            <input
              {...control}
              class="input"
              inputMode="decimal"
              placeholder="No limit of its own"
              value={draft.maxCostUsd}
              onInput={(event) => change({ maxCostUsd: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

/** Returns the active profiles as options. */
function useProfiles(): readonly { value: string; label: string }[] {
  const { call } = useFrame();
  const [profiles, setProfiles] = useState<readonly { value: string; label: string }[]>([]);
  useEffect(() => {
    call("GET /agent-profiles", { query: { status: "active", limit: 1000 } }).then((found) => {
      setProfiles(found.map(({ id, label }) => ({ value: id, label })));
    }, () => {});
  }, []);
  return profiles;
}

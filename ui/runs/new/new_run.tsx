import { type Signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type NobodyReady, whyNobodyIsReady } from "../../../client/nobody_ready.ts";
import { randomKey } from "../../../client/random_key.ts";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { SelectField } from "../../kit/forms/select.tsx";
import { NOTHING_SAID, type WhenRed, WhenRedFields, whenRedOf } from "../../kit/forms/when_red.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import type { RunRequest } from "../types.ts";
import { setupOf, useDefaults } from "./defaults.tsx";
import { NobodyReadyBanner } from "./nobody_ready.tsx";
import { OpenChanges } from "./open_changes.tsx";
import { labelsIn, PlaceFields } from "../../kit/forms/place_fields.tsx";
import {
  announcement,
  newRace,
  type RaceDraft,
  raceOf,
  raceProblem,
  withoutContender,
  withSubstitute,
} from "./race.ts";
import { RaceFields } from "./race_fields.tsx";
import { RepositoryFields } from "./repository_fields.tsx";
import { SetupFields } from "./setup_fields.tsx";
import { useWorkers, withWorker, workerIn } from "./workers.ts";

/** The form for a new run: the repository, the request, the worker, and the verifier. */
export function NewRun({ repoPath, onClose }: { repoPath: string; onClose: () => void }) {
  const { call, navigate, places } = useFrame();
  const repository = useSignal(repoPath);
  const { value: request, sent } = useDraft("run.new", "");
  const verifier = useSignal("");
  const whenRed = useSignal<WhenRed>(NOTHING_SAID);
  const setup = useSignal("");
  const noSetup = useSignal(false);
  const worker = useSignal("");
  const race = useSignal<RaceDraft | null>(null);
  const needs = useSignal("");
  const here = useSignal(false);
  const { busy, problem, attempt } = useAttempt();
  const nobody = useSignal<NobodyReady | null>(null);
  const keys = useMemo(() => new Map<string, string>(), []);
  const workers = useWorkers();
  const defaults = useDefaults(repository.value, { verifier, setup, worker });
  const hasVerifier = verifier.value.trim() !== "";
  const submit = ({ whenReady = false } = {}) =>
    attempt(async () => {
      nobody.value = null;
      const body: RunRequest = { request: request.value, repoPath: repository.value.trim() };
      if (hasVerifier) body.verifier = { command: verifier.value.trim() };
      // A race names its workers, and each has the default number of fix rounds.
      if (race.value) body.race = raceOf(race.value, hasVerifier);
      else {
        const named = workerIn(worker.value);
        Object.assign(body, named && { worker: named }, hasVerifier && whenRedOf(whenRed.value));
      }
      Object.assign(body, noSetup.value ? { setup: null } : setupOf(setup.value.trim(), defaults.value));
      const labels = labelsIn(needs.value);
      Object.assign(body, labels.length > 0 && { needs: labels }, here.value && { here: true });
      if (!whenReady && (nobody.value = await whyNobodyIsReady(call, body))) return;
      // Sending the same request again does not start a second run; a changed one does.
      const words = JSON.stringify(body);
      const idempotencyKey = keys.get(words) ?? randomKey();
      keys.set(words, idempotencyKey);
      const { id } = await call("POST /coordinator/runs", { body }, { idempotencyKey });
      sent();
      navigate(places.pathOf(id));
    });
  const smaller = race.value && withoutContender(race.value, nobody.value?.named?.id ?? "");
  const missing = !repository.value.trim()
    ? "Choose a repository first."
    : !request.value.trim()
    ? "Describe what should be done."
    : race.value && raceProblem(race.value);
  return (
    <Dialog
      title="Ask for work"
      wide
      onClose={onClose}
      foot={
        <>
          {missing && <span class="hint small grow" id="new-run-missing">{missing}</span>}
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy.value} disabled={missing !== null} onPress={() => submit()}>
            Start the run
          </Button>
        </>
      }
    >
      {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      {nobody.value && (
        <NobodyReadyBanner
          nobody={nobody.value}
          onUse={(name) => {
            if (race.value) race.value = withSubstitute(race.value, nobody.value?.named?.id ?? "", name);
            else worker.value = name.replace("/", "\n");
            void submit();
          }}
          wait={race.value ? smaller && "Start the race without it" : "Create it and wait"}
          onWait={() => {
            if (smaller) race.value = smaller;
            void submit({ whenReady: race.value === null });
          }}
        />
      )}
      <RepositoryFields repository={repository} defaults={defaults.value} />
      <Field
        label="Request"
        hint="Plain text for a model. For the built-in worker, one instruction per line, such as: replace &quot;a&quot; with &quot;b&quot; in greet.sh"
      >
        {(control) => (
          <textarea
            {...control}
            class="input"
            rows={6}
            autofocus
            value={request.value}
            onInput={(event) => request.value = event.currentTarget.value}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !missing) void submit();
            }}
          />
        )}
      </Field>
      <OpenChanges path={repository.value} request={request.value} />
      <div class="two-columns">
        <Field
          label="Verifier"
          hint="A command that fails if the result is wrong. Without it, the approval has a higher risk."
        >
          {(control) => (
            <input
              {...control}
              class="input mono"
              placeholder="npm test"
              spellcheck={false}
              value={verifier.value}
              onInput={(event) => verifier.value = event.currentTarget.value}
            />
          )}
        </Field>
        <WorkerFields race={race} worker={worker} workers={workers} />
      </div>
      {race.value
        ? <RaceFields race={race} draft={race.value} workers={workers} hasVerifier={hasVerifier} />
        : (
          <WhenRedFields
            value={whenRed.value}
            disabled={!hasVerifier}
            onChange={(changed) => whenRed.value = { ...whenRed.value, ...changed }}
          />
        )}
      <SetupFields setup={setup} noSetup={noSetup} />
      <PlaceFields needs={needs} here={here} />
    </Dialog>
  );
}

/** The field for the worker, or for several that race. */
function WorkerFields({ race, worker, workers }: {
  race: Signal<RaceDraft | null>;
  worker: Signal<string>;
  workers: ReturnType<typeof useWorkers>;
}) {
  return (
    <div class="stack">
      {!race.value && (
        <SelectField
          label="Worker"
          hint="If you choose none, routing policies select one that is ready."
          options={[{ value: "", label: "Let the service choose" }, ...withWorker(workers, worker.value)]}
          value={worker.value}
          onPick={(value) => worker.value = value}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={race.value !== null}
          onChange={({ currentTarget }) => race.value = currentTarget.checked ? newRace(worker.value) : null}
        />
        Race: let several do it, and pick from their results
      </label>
      {race.value && (
        <p class="hint small" role="status" aria-label="What is started">
          {announcement(race.value, workers)}
        </p>
      )}
    </div>
  );
}

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { type NobodyReady, whyNobodyIsReady } from "../../../client/nobody_ready.ts";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { Select } from "../../kit/forms/select.tsx";
import { NOTHING_SAID, type WhenRed, WhenRedFields, whenRedOf } from "../../kit/forms/when_red.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { useFrame } from "../../shell/mod.ts";
import type { RunRequest } from "../types.ts";
import { DefaultsLine, setupOf, useDefaults } from "./defaults.tsx";
import { DirectoryPicker } from "./directory_picker.tsx";
import { useKnownDirectories } from "./known_directories.ts";
import { NobodyReadyBanner } from "./nobody_ready.tsx";
import { OpenChanges } from "./open_changes.tsx";
import { RepositoryState } from "./repository_state.tsx";
import { labelsIn, PlaceFields } from "../../kit/forms/place_fields.tsx";
import { SetupFields } from "./setup_fields.tsx";
import { useWorkers } from "./workers.ts";

/** The form for a new run: the repository, the request, the worker, and the verifier. */
export function NewRun({ repoPath, onClose }: { repoPath: string; onClose: () => void }) {
  const { call, navigate, places } = useFrame();
  const repository = useSignal(repoPath);
  const kept = useDraft("run.new", "");
  const request = kept.value;
  const verifier = useSignal("");
  const whenRed = useSignal<WhenRed>(NOTHING_SAID);
  const setup = useSignal("");
  const noSetup = useSignal(false);
  const worker = useSignal("");
  const needs = useSignal("");
  const here = useSignal(false);
  const picking = useSignal(false);
  const { busy, problem, attempt } = useAttempt();
  const nobody = useSignal<NobodyReady | null>(null);
  const known = useKnownDirectories((newest) => repository.value ||= newest);
  const keys = useMemo(() => new Map<string, string>(), []);
  const workers = useWorkers();
  const defaults = useDefaults(repository.value, { verifier, setup, worker });
  const isListed = worker.value === "" || workers.some(({ value }) => value === worker.value);
  const submit = ({ whenReady = false } = {}) =>
    attempt(async () => {
      nobody.value = null;
      const body: RunRequest = { request: request.value, repoPath: repository.value.trim() };
      const [provider, model] = worker.value.split("\n");
      if (provider) body.worker = { provider, ...(model && { model }) };
      if (verifier.value.trim()) {
        Object.assign(body, { verifier: { command: verifier.value.trim() }, ...whenRedOf(whenRed.value) });
      }
      Object.assign(body, noSetup.value ? { setup: null } : setupOf(setup.value.trim(), defaults.value));
      const labels = labelsIn(needs.value);
      if (labels.length > 0) body.needs = labels;
      if (here.value) body.here = true;
      if (!whenReady && (nobody.value = await whyNobodyIsReady(call, body))) return;
      // Sending the same request again does not start a second run; a changed one does.
      const words = JSON.stringify(body);
      const idempotencyKey = keys.get(words) ?? crypto.randomUUID();
      keys.set(words, idempotencyKey);
      const { id } = await call("POST /coordinator/runs", { body }, { idempotencyKey });
      kept.sent();
      navigate(places.pathOf(id));
    });
  const missing = !repository.value.trim()
    ? "Choose a repository first."
    : !request.value.trim()
    ? "Describe what should be done."
    : null;
  return (
    <Dialog
      title="Ask for work"
      wide
      onClose={onClose}
      foot={
        <>
          {missing && <span class="hint small grow" id="new-run-missing">{missing}</span>}
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy.value} disabled={missing !== null} onPress={() => void submit()}>
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
            worker.value = name.replace("/", "\n");
            void submit();
          }}
          onWait={() => void submit({ whenReady: true })}
        />
      )}
      <Field
        label="Repository"
        hint="The absolute path of a directory on the service's machine; ~ is your home directory."
      >
        {(control) => (
          <span class="with-button">
            <input
              {...control}
              class="input mono"
              list="known-repositories"
              autocomplete="off"
              spellcheck={false}
              value={repository.value}
              onInput={(event) => repository.value = event.currentTarget.value}
            />
            <Button onPress={() => picking.value = !picking.value}>
              {picking.value ? "Close" : "Browse …"}
            </Button>
          </span>
        )}
      </Field>
      <datalist id="known-repositories">
        {known.value.map((path) => <option key={path} value={path} />)}
      </datalist>
      {picking.value && (
        <DirectoryPicker
          start={repository.value}
          onPick={(path) => {
            repository.value = path;
            picking.value = false;
          }}
        />
      )}
      <RepositoryState path={repository.value} />
      <DefaultsLine defaults={defaults.value} />
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
        <Field label="Worker" hint="If you choose none, routing policies select one that is ready.">
          {(control) => (
            <Select
              {...control}
              options={[
                { value: "", label: "Let the service choose" },
                ...workers,
                ...(isListed ? [] : [{ value: worker.value, label: worker.value.replace("\n", " · ") }]),
              ]}
              value={worker.value}
              onPick={(value) => worker.value = value}
            />
          )}
        </Field>
      </div>
      <WhenRedFields
        value={whenRed.value}
        disabled={verifier.value.trim() === ""}
        onChange={(changed) => whenRed.value = { ...whenRed.value, ...changed }}
      />
      <SetupFields setup={setup} noSetup={noSetup} />
      <PlaceFields needs={needs} here={here} />
    </Dialog>
  );
}

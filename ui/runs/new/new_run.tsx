import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type NobodyReady, whyNobodyIsReady } from "../../../client/nobody_ready.ts";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Field } from "../../kit/field.tsx";
import { Select } from "../../kit/select.tsx";
import { NOTHING_SAID, type WhenRed, WhenRedFields, whenRedOf } from "../../kit/when_red.tsx";
import { sentenceOf } from "../../kit/resource.ts";
import { useFrame } from "../../shell/mod.ts";
import type { RunRequest } from "../types.ts";
import { DirectoryPicker } from "./directory_picker.tsx";
import { NobodyReadyBanner } from "./nobody_ready.tsx";
import { RepositoryState } from "./repository_state.tsx";
import { useWorkers } from "./workers.ts";

/** Asks for work: where, what, by whom and how it is verified. */
export function NewRun({ repoPath, onClose }: { repoPath: string; onClose: () => void }) {
  const { call, navigate, places } = useFrame();
  const repository = useSignal(repoPath);
  const request = useSignal("");
  const verifier = useSignal("");
  const whenRed = useSignal<WhenRed>(NOTHING_SAID);
  const setup = useSignal("");
  const noSetup = useSignal(false);
  const worker = useSignal("");
  const picking = useSignal(false);
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const nobody = useSignal<NobodyReady | null>(null);
  const known = useSignal<readonly string[]>([]);
  const keys = useMemo(() => new Map<string, string>(), []);
  const workers = useWorkers();
  useEffect(() => {
    call("GET /history", { query: { limit: 100 } }).then((runs) => {
      known.value = [...new Set(runs.map((run) => run.repoPath))].slice(0, 12);
      if (!repository.value) repository.value = known.value[0] ?? "";
    }, () => {});
  }, []);
  const submit = async ({ whenReady = false } = {}) => {
    busy.value = true;
    problem.value = nobody.value = null;
    const body: RunRequest = { request: request.value, repoPath: repository.value.trim() };
    const [provider, model] = worker.value.split("\n");
    if (provider) body.worker = { provider, ...(model && { model }) };
    if (verifier.value.trim()) {
      Object.assign(body, { verifier: { command: verifier.value.trim() }, ...whenRedOf(whenRed.value) });
    }
    if (noSetup.value) body.setup = null;
    else if (setup.value.trim()) body.setup = { command: setup.value.trim() };
    try {
      if (!whenReady && (nobody.value = await whyNobodyIsReady(call, body))) return void (busy.value = false);
      // The same words make one run, however often they are sent; other words are another request.
      const words = JSON.stringify(body);
      const idempotencyKey = keys.get(words) ?? crypto.randomUUID();
      keys.set(words, idempotencyKey);
      const { id } = await call("POST /coordinator/runs", { body }, { idempotencyKey });
      navigate(places.pathOf(id));
    } catch (error) {
      problem.value = sentenceOf(error);
      busy.value = false;
    }
  };
  const missing = !repository.value.trim()
    ? "Choose a repository first."
    : !request.value.trim()
    ? "Say what is to be done."
    : null;
  return (
    <Dialog
      title="Ask for work"
      wide
      onClose={onClose}
      foot={
        <>
          {missing && <span class="hint small grow" id="new-run-missing">{missing}</span>}
          <Button onPress={onClose}>Not now</Button>
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
        hint="The absolute path of a directory on the service's machine; ~ is your home."
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
      <Field
        label="What is to be done"
        hint="Plain words for a model; for the built-in worker one instruction a line, such as: replace &quot;a&quot; with &quot;b&quot; in greet.sh"
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
      <div class="two-columns">
        <Field
          label="Verifier"
          hint="A command that fails when the result is wrong. Without one the risk of the approval is higher."
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
        <Field label="Worker" hint="Without one, routing policies choose among those that are ready.">
          {(control) => (
            <Select
              {...control}
              options={[{ value: "", label: "Let the service choose" }, ...workers]}
              value={worker.value}
              onChange={(event) => worker.value = event.currentTarget.value}
            />
          )}
        </Field>
      </div>
      <WhenRedFields
        value={whenRed.value}
        disabled={verifier.value.trim() === ""}
        onChange={(changed) => whenRed.value = { ...whenRed.value, ...changed }}
      />
      <Field
        label="Setup"
        hint="Prepares each fresh worktree, such as npm ci. It is remembered for the repository once it has worked. What it changes is not part of the patch."
      >
        {(control) => (
          <input
            {...control}
            class="input mono"
            spellcheck={false}
            disabled={noSetup.value}
            value={setup.value}
            onInput={(event) => setup.value = event.currentTarget.value}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={noSetup.value}
          onChange={(event) => noSetup.value = event.currentTarget.checked}
        />
        Run without a setup, and forget the one that is remembered
      </label>
    </Dialog>
  );
}

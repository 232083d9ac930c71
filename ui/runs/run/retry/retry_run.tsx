import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { OpenChanges } from "../../new/open_changes.tsx";
import { Dialog } from "../../../kit/dialog.tsx";
import { Select } from "../../../kit/forms/select.tsx";
import { useAttempt } from "../../../kit/forms/use_attempt.ts";
import { useDraft } from "../../../kit/forms/use_draft.ts";
import { RestoredDraft } from "../../../kit/forms/form_dialog.tsx";
import { counted } from "../../../../client/words.ts";
import { useFrame } from "../../../shell/mod.ts";
import { useWorkers } from "../../new/workers.ts";
import type { Run } from "../../types.ts";
import { type CorrectedFields, correctionsOf, fieldsOf } from "./corrections.ts";
import { ShownLines } from "../../../kit/text/shown_text.tsx";

const ROWS: readonly { name: keyof CorrectedFields; label: string; long?: boolean }[] = [
  { name: "request", label: "Request", long: true },
  { name: "repoPath", label: "Repository" },
  { name: "verifier", label: "Verifier" },
  { name: "setup", label: "Setup" },
  { name: "worker", label: "Worker" },
];

/** Queues a new run with corrections: the fields of this run on the left, those of the new one on the right. */
export function RetryRun({ run, onClose }: { run: Run; onClose: () => void }) {
  const { call, navigate, places } = useFrame();
  const before = useMemo(() => fieldsOf(run), []);
  const kept = useDraft<CorrectedFields>(`retry.${run.id}`, before);
  const after = kept.value;
  const { busy, problem, attempt } = useAttempt();
  const workers = useWorkers();
  const changed = ROWS.filter(({ name }) => before[name] !== after.value[name]);
  const submit = () =>
    attempt(async () => {
      const body = correctionsOf(before, after.value);
      const { id } = await call("POST /runs/:id/retry", { params: { id: run.id }, body });
      kept.sent();
      navigate(places.pathOf(id));
    });
  const offered = [...new Set([before.worker, ...workers.map(({ value }) => value)])].filter(Boolean)
    .map((value) => ({ value, label: wordsOf("worker", value) }));
  const set = (name: keyof CorrectedFields, value: string) => after.value = { ...after.value, [name]: value };
  return (
    <Dialog
      title="Retry with corrections"
      wide
      onClose={onClose}
      foot={
        <>
          <span class="hint small grow" role="status">
            {changed.length === 0
              ? "No changes: the same run again."
              : `${counted(changed.length, "field")} changed.`}
          </span>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy.value} onPress={submit}>Queue the new run</Button>
        </>
      }
    >
      {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      <RestoredDraft draft={kept} />
      <div class="retry" role="group" aria-label="Fields">
        <span class="retry-head" />
        <strong class="retry-head">This run</strong>
        <strong class="retry-head">The new run</strong>
        {ROWS.map(({ name, label, long }) => {
          const isChanged = before[name] !== after.value[name];
          const control = {
            id: `retry-${name}`,
            class: isChanged ? "input mono retry-changed" : "input mono",
            value: after.value[name],
          };
          return (
            <Fragment key={name}>
              <label for={`retry-${name}`} class="field-label">{label}</label>
              <ShownLines as="div" class="retry-before mono" text={wordsOf(name, before[name])} />
              <div>
                {name === "worker"
                  ? (
                    <Select
                      {...control}
                      options={[{
                        value: "",
                        label: run.race ? "The same race again" : "Let the service choose",
                      }, ...offered]}
                      onPick={(value) => set(name, value)}
                    />
                  )
                  : long
                  ? (
                    <textarea
                      autofocus
                      {...control}
                      rows={7}
                      onInput={(event) => set(name, event.currentTarget.value)}
                    />
                  )
                  : (
                    <input
                      {...control}
                      spellcheck={false}
                      onInput={(event) => set(name, event.currentTarget.value)}
                    />
                  )}
              </div>
            </Fragment>
          );
        })}
      </div>
      <OpenChanges path={after.value.repoPath} request={after.value.request} />
    </Dialog>
  );
}

const wordsOf = (name: keyof CorrectedFields, value: string): string =>
  value === "" ? "–" : name === "worker" ? value.split("\n").filter(Boolean).join(" · ") : value;

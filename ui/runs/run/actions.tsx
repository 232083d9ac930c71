import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useFrame, useQuery, useShortcuts } from "../../shell/mod.ts";
import { FollowRun } from "../../notifications/follow_run.tsx";
import { hasEnded, type Run } from "../types.ts";
import { ExportCapsule } from "./export_capsule.tsx";
import { stepIn } from "./entering/step_in.ts";
import type { RunStore } from "./state/store.ts";

/** Reports whether the worker is fixing the failures of the verifier. */
const isFixing = ({ fixing, bundle, finishedAt }: Run): boolean =>
  fixing !== undefined && fixing.used > 0 && !fixing.ended && !bundle && !finishedAt;

/** The actions that are possible in the run's state. */
export function RunActions({ run, store, queuePlace }: {
  run: Run;
  store: RunStore;
  queuePlace: number | null;
}) {
  const frame = useFrame();
  const { call, navigate, places, toasts } = frame;
  const [, change] = useQuery();
  const asking = useSignal<"cancel" | "delete" | "capsule" | null>(null);
  const reason = useSignal("");
  const { moving } = store;
  const ended = hasEnded(run);
  const params = { id: run.id };
  const pauseOrResume = () => {
    if (!ended) void store.move(run.status === "paused" ? "resume" : "pause");
  };
  useShortcuts([
    { keys: "p", does: "Pause or resume the run", group: "Run", run: pauseOrResume },
    { keys: "R", does: "Retry with corrections", group: "Run", run: () => ended && change({ retry: "1" }) },
    {
      keys: "C",
      does: "Cancel the run",
      group: "Run",
      run: () => {
        if (!ended) asking.value = "cancel";
      },
    },
  ]);
  const stopFixing = () =>
    toasts.attempt(
      () => call("POST /runs/:id/stop-fixing", { params }),
      () => "The best attempt so far is shown for your decision.",
    ).then(store.workspace.refresh);
  const putFirst = () =>
    toasts.attempt(
      () => call("POST /runs/:id/next", { params }),
      () => "It is the next in the queue.",
    ).then(store.workspace.refresh);
  const report = () =>
    toasts.attempt(
      () => call("POST /runs/:id/coordinator-report", { params, body: {} }),
      () => "Report recorded.",
    ).then(store.workspace.refresh);
  const bringBack = () =>
    toasts.attempt(
      () => call("POST /runs/:id/unarchive", { params }),
      () => "The run is back in the list.",
    ).then(store.workspace.refresh);
  const undo = () =>
    toasts.attempt(
      () => call("POST /runs/:id/undo", { params }),
      () => "The reverse patch is waiting for your decision.",
    ).then((asked) => {
      if (asked) navigate(places.pathOf(asked.id));
    });
  const erase = () =>
    toasts.attempt(() => call("POST /runs/:id/delete", { params }), () => "The run is deleted.").then(
      (done) => {
        if (done) navigate("/dashboard/runs");
      },
    );
  return (
    <>
      {run.status === "paused"
        ? (
          <Button small kind="primary" busy={moving.value === "resume"} onPress={pauseOrResume}>
            <Icon name="play" /> Resume
          </Button>
        )
        : !ended && (
          <Button small busy={moving.value === "pause"} onPress={pauseOrResume}>
            <Icon name="pause" /> Pause
          </Button>
        )}
      {run.status === "queued" && queuePlace !== null && queuePlace > 1 && (
        <Button
          small
          kind="primary"
          onPress={() => putFirst()}
        >
          Do it next
        </Button>
      )}
      {run.waitingFor?.detail === "quiet_hours" && (
        <Button
          small
          kind="primary"
          busy={moving.value === "resume"}
          onPress={() => store.move("resume")}
        >
          <Icon name="play" /> Start now
        </Button>
      )}
      {isFixing(run) && <Button small onPress={stopFixing}>Stop fixing</Button>}
      {!ended && (
        <Button
          small
          kind="danger"
          busy={moving.value === "cancel"}
          onPress={() => asking.value = "cancel"}
        >
          Cancel …
        </Button>
      )}
      {ended && (
        <Button small onPress={() => change({ retry: "1" })}>
          <Icon name="retry" /> Retry …
        </Button>
      )}
      <FollowRun id={run.id} />
      <Menu
        label="More"
        trigger={
          <>
            More <Icon name="chevron" />
          </>
        }
        items={[
          {
            label: "Step in …",
            disabled: ended || run.status === "paused" || !run.base,
            onSelect: () => void stepIn(frame, run.id).then(store.workspace.refresh),
          },
          {
            label: "Undo what it wrote …",
            disabled: !run.appliedAt || run.delivery !== undefined,
            onSelect: () => void undo(),
          },
          { label: "Export capsule …", onSelect: () => void (asking.value = "capsule") },
          { label: "Record a status report", onSelect: () => void report() },
          ...(run.archivedAt === null
            ? []
            : [{ label: "Bring back from the archive", onSelect: () => void bringBack() }]),
          { label: "Delete the run …", disabled: !ended, onSelect: () => void (asking.value = "delete") },
        ]}
      />
      {asking.value === "capsule" && <ExportCapsule runId={run.id} onClose={() => asking.value = null} />}
      {asking.value === "cancel" && (
        <Confirm
          title="Cancel the run"
          action="Cancel run"
          danger
          onClose={() => asking.value = null}
          onConfirm={() => {
            asking.value = null;
            void store.move("cancel", reason.value.trim());
          }}
        >
          <p>
            Its work stops, with every process that it started. Your repository does not change.
          </p>
          <Field label="Why" hint="Optional. Saved in the log.">
            {(control) => (
              <input
                {...control}
                class="input"
                value={reason.value}
                onInput={(event) => reason.value = event.currentTarget.value}
              />
            )}
          </Field>
        </Confirm>
      )}
      {asking.value === "delete" && (
        <Confirm
          title="Delete the run"
          action="Delete permanently"
          danger
          onClose={() => asking.value = null}
          onConfirm={() => erase()}
        >
          <p>
            Its request, artifacts and texts are erased from this machine. The log still records that it
            existed, and still verifies. This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { counted } from "../../../client/words.ts";
import { useFrame } from "../../shell/mod.ts";
import { ENDED_RUN_STATES } from "../../../store/shared/run_states.ts";
import { hasEnded, type RunSummary } from "../types.ts";
import type { RunsStore } from "./store.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

type Move = "next" | "unarchive" | "cancel" | "pause" | "resume" | "delete";

const MOVES: Record<Move, { fits: (run: RunSummary) => boolean; done: string }> = {
  next: { fits: ({ queuePlace }) => queuePlace !== null && queuePlace > 1, done: "put first" },
  unarchive: { fits: ({ archivedAt }) => archivedAt !== null, done: "brought back" },
  cancel: { fits: (run) => !hasEnded(run), done: "cancelled" },
  pause: { fits: ({ status }) => ["queued", "running", "waiting"].includes(status), done: "paused" },
  resume: { fits: ({ status }) => status === "paused", done: "resumed" },
  delete: { fits: hasEnded, done: "deleted" },
};

/** What is asked about: the runs do not change while the question is open, whatever becomes of them meanwhile. */
type Asked = { move: "cancel" | "delete"; runs: readonly RunSummary[] };

const QUESTIONS: Record<Asked["move"], { verb: string; action: string; what: string }> = {
  cancel: {
    verb: "Cancel",
    action: "Cancel runs",
    what: "Their work stops. Their repositories do not change. A cancelled run cannot be resumed.",
  },
  delete: {
    verb: "Delete",
    action: "Delete permanently",
    what:
      "Their requests, artifacts and texts are erased from this machine. The log still records that they existed, and still verifies. This cannot be undone.",
  },
};

const endedIn = (byStatus: Readonly<Record<string, number>>): number =>
  ENDED_RUN_STATES.reduce((sum, state) => sum + (byStatus[state] ?? 0), 0);

/** The actions on the selected runs, and on all that have ended. */
export function BulkActions({ store }: { store: RunsStore }) {
  const { call, toasts } = useFrame();
  const asking = useSignal<Asked | "archive" | null>(null);
  const busy = useSignal(false);
  /** How many runs have ended, also those that the filter hides. */
  const all = useSignal(0);
  const picked = (store.runs.value.value ?? []).filter(({ id }) => store.picked.value.has(id));
  const { byStatus = {} } = store.counts.value.value ?? {};
  const ended = store.filter.value.archived ? 0 : endedIn(byStatus);
  const fitting = (move: Move) => picked.filter(MOVES[move].fits);

  const ask = (move: "cancel" | "delete") => () => void (asking.value = { move, runs: fitting(move) });
  const perform = async (move: Move, runs: readonly RunSummary[]) => {
    busy.value = true;
    const failures: string[] = [];
    for (const { id } of runs) {
      try {
        await call(`POST /runs/:id/${move}`, { params: { id } });
      } catch (error) {
        failures.push(messageOf(error));
      }
    }
    busy.value = false;
    asking.value = null;
    store.picked.value = new Set();
    const done = runs.length - failures.length;
    if (done > 0) toasts.say(`${counted(done, "run")} ${MOVES[move].done}.`);
    if (failures.length > 0) {
      toasts.say(`${counted(failures.length, "run")} unchanged: ${failures[0]}`, { tone: "bad" });
    }
    await store.refresh();
  };
  const askArchive = () =>
    toasts.attempt(async () => {
      const { byStatus: every } = await call("GET /runs/counts");
      all.value = endedIn(every);
      asking.value = "archive";
    });
  const archive = async () => {
    busy.value = true;
    await toasts.attempt(
      () => call("POST /runs/archive"),
      ({ archived }) => archived === 0 ? "Nothing to archive." : `${counted(archived, "run")} archived.`,
    );
    busy.value = false;
    asking.value = null;
    await store.refresh();
  };

  const asked = asking.value === "archive" ? null : asking.value;
  if (picked.length === 0 && ended === 0 && asked === null) return null;
  return (
    <div class="row bulk" role="toolbar" aria-label="Actions">
      {picked.length > 0
        ? (
          <>
            <span class="numbers">{picked.length} selected</span>
            {fitting("next").length > 0 && (
              // Each run is moved to the front, so the runs are moved in reverse order.
              <Button small busy={busy.value} onPress={() => perform("next", fitting("next").toReversed())}>
                Do next
              </Button>
            )}
            {fitting("pause").length > 0 && (
              <Button
                small
                busy={busy.value}
                onPress={() => perform("pause", fitting("pause"))}
              >
                Pause
              </Button>
            )}
            {fitting("resume").length > 0 && (
              <Button
                small
                busy={busy.value}
                onPress={() => perform("resume", fitting("resume"))}
              >
                Resume
              </Button>
            )}
            {fitting("unarchive").length > 0 && (
              <Button
                small
                busy={busy.value}
                onPress={() => perform("unarchive", fitting("unarchive"))}
              >
                Bring back
              </Button>
            )}
            {fitting("cancel").length > 0 && (
              <Button
                small
                kind="danger"
                onPress={ask("cancel")}
              >
                Cancel …
              </Button>
            )}
            {fitting("delete").length > 0 && (
              <Button
                small
                kind="danger"
                onPress={ask("delete")}
              >
                Delete …
              </Button>
            )}
            <Button small kind="quiet" onPress={() => store.pickAll(false)}>Clear selection</Button>
          </>
        )
        : <Button small onPress={() => askArchive()}>Archive ended runs …</Button>}
      {asking.value === "archive" && (
        <Confirm
          title={`Archive ${counted(all.value, "ended run")}`}
          action="Archive all"
          busy={busy.value}
          onConfirm={archive}
          onClose={() => asking.value = null}
        >
          <p>
            All completed, failed and cancelled runs leave this list, including those that the filter hides.
            They stay in the history with all their data. Notifications about failed runs are closed. To bring
            a run back, show the archived ones.
          </p>
        </Confirm>
      )}
      {asked && (
        <Confirm
          title={`${QUESTIONS[asked.move].verb} ${counted(asked.runs.length, "run")}`}
          action={QUESTIONS[asked.move].action}
          danger
          busy={busy.value}
          onConfirm={() => perform(asked.move, asked.runs)}
          onClose={() => asking.value = null}
        >
          <p>{QUESTIONS[asked.move].what}</p>
        </Confirm>
      )}
    </div>
  );
}

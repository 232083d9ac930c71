import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Badge } from "../../../kit/badge.tsx";
import { Banner } from "../../../kit/banner.tsx";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { LiveWords } from "../../../kit/text/live_words.tsx";
import { FilterSelect } from "../../../kit/forms/select.tsx";
import { VirtualList } from "../../../kit/lists/virtual_list.tsx";
import { useFrame, useLiveWords, usePageStore } from "../../../shell/mod.ts";
import { atMostEvery } from "../../../shell/at_most_every.ts";
import { PERSON } from "../../../../store/shared/session_states.ts";
import { hasEnded, type Run, type TaskSession, titleOf } from "../../types.ts";
import { download } from "../../../shell/download.ts";
import { EntryView } from "./entry_view.tsx";
import { rowsOf } from "./rows.ts";
import { createTranscriptStore } from "./store.ts";

/** The minimum interval between two reads of a transcript. */
const REFRESH_MILLISECONDS = 250;

const HEIGHT = "26rem";

/**
 * The transcripts of a run's workers, live and afterwards. Its height is fixed, so that nothing below it moves while it
 * grows.
 */
export function TranscriptPane({ run, sessions }: { run: Run; sessions: readonly TaskSession[] }) {
  const { send, toasts } = useFrame();
  const chosen = useSignal<string | null>(null);
  const shown = sessions.find(({ id }) => id === chosen.value) ??
    sessions.find(({ status }) => status === "running") ??
    sessions.findLast(says) ??
    sessions.findLast(({ attempt }) => attempt > 0);
  const words = useLiveWords(
    `run/${run.id}`,
    ({ runid, tasksessionid, type }) =>
      runid === run.id && tasksessionid === undefined && /^(?:run|evaluation)\./.test(type),
  );
  return (
    <section class="panel transcript" aria-labelledby="transcript">
      <div class="panel-head">
        <h2 id="transcript">Transcript</h2>
        {shown?.status === "running" && <Badge tone="info" active>live</Badge>}
        {sessions.length > 1 && shown && (
          <FilterSelect
            label="Task"
            options={sessions.filter(({ attempt }) => attempt > 0).map((session) => ({
              value: session.id,
              label: titleOf(session),
            }))}
            value={shown.id}
            onChange={(id) => chosen.value = id}
          />
        )}
        <span class="grow" />
        {shown && (
          <Button
            small
            kind="quiet"
            onPress={() =>
              toasts.attempt(() =>
                download(send, `/runs/${encodeURIComponent(run.id)}/transcript`, `${run.id}-transcript.md`)
              )}
          >
            <Icon name="download" /> Markdown
          </Button>
        )}
      </div>
      <div class="transcript-body" style={{ height: HEIGHT }}>
        {shown ? <SessionTranscript key={shown.id} session={shown} /> : (
          <p class="panel-body hint">
            {hasEnded(run) ? "No work was done." : "The worker's messages and actions will appear here."}
          </p>
        )}
        <LiveWords words={words} label="In progress" />
      </div>
    </section>
  );
}

/** Whether a session has a transcript worth reading: a person has none, and an approval only asks. */
const says = ({ attempt, role, node }: TaskSession): boolean =>
  attempt > 0 && role !== PERSON && node?.kind !== "approval";

/** The transcript of a task session, without a choice of sessions. */
export function TaskTranscript({ session }: { session: Pick<TaskSession, "id" | "status"> }) {
  return (
    <section class="panel transcript" aria-labelledby="transcript">
      <div class="panel-head">
        <h2 id="transcript">Transcript</h2>
        {session.status === "running" && <Badge tone="info" active>live</Badge>}
      </div>
      <div class="transcript-body" style={{ height: HEIGHT }}>
        <SessionTranscript key={session.id} session={session} />
      </div>
    </section>
  );
}

/** A transcript, in the height that is available. */
function SessionTranscript({ session }: { session: Pick<TaskSession, "id"> }) {
  const frame = useFrame();
  const { id } = session;
  const store = usePageStore((frame) => createTranscriptStore(id, frame), id);
  useEffect(() => {
    const { call, cancel } = atMostEvery(REFRESH_MILLISECONDS, () => void store.refresh());
    call();
    const ends = [
      frame.live.onPassing(({ subject }) => subject === `task_session/${id}` && call()),
      frame.live.watch(({ tasksessionid }) => tasksessionid === id, call),
    ];
    return () => {
      ends.forEach((end) => end());
      cancel();
    };
  }, [id, store]);
  const transcript = store.value.value;
  const rows = useMemo(() => rowsOf(transcript?.entries ?? []), [transcript]);
  const { transcripts = [], number = null } = transcript ?? {};
  const state = transcripts.find((one) => one.number === number)?.state;
  return (
    <>
      {store.problem.value && <Banner tone="warning">{store.problem.value}</Banner>}
      {transcripts.length > 1 && (
        <div class="transcript-which">
          <FilterSelect
            label="Attempt"
            options={transcripts.map((one) => ({
              value: String(one.number),
              label: `Attempt ${one.attempt}${one.state === "interrupted" ? ", interrupted" : ""}`,
            }))}
            value={String(number)}
            onChange={(value) => store.show(Number(value))}
          />
        </div>
      )}
      {state === "interrupted" && (
        <p class="hint small transcript-which">
          The service stopped during this attempt. The transcript ends with what was on disk.
        </p>
      )}
      {transcript && rows.length === 0 && <p class="panel-body hint">Nothing yet.</p>}
      {rows.length > 0 && (
        <VirtualList
          count={rows.length}
          keyOf={(i) => String(rows[i]!.entry.n)}
          estimate={30}
          label="Transcript of the task"
          height="100%"
          follow={state === "open"}
        >
          {(i) => <EntryView row={rows[i]!} store={store} />}
        </VirtualList>
      )}
    </>
  );
}

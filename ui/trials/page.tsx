import { useSignal } from "@preact/signals";
import { counted } from "../../client/words.ts";
import { Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Confirm } from "../kit/confirm.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { PageHead, PageLink, type PageProps, useFrame, useResource } from "../shell/mod.ts";
import { CasesPanel } from "./cases.tsx";
import { CasesPicture, GroupsPanel, WorkersPanel } from "./pictures.tsx";
import { StartDialog } from "./start_dialog.tsx";
import { type Trial, TRIALS_PATH } from "./types.ts";
import { ShownLines } from "../kit/text/shown_text.tsx";

/** A trial that is being deleted cannot be read again; the one who deletes it leaves the page. */
const DELETION = ["trial.deletion_started", "trial.deleted"];

/** A trial: its cases, what its workers made of them, and how they compare. */
export default function TrialPage({ params }: PageProps) {
  const id = params.id ?? "";
  const trial = useResource(
    ({ call }) => call("GET /trials/:id", { params: { id } }),
    ({ subject, type }) => subject === `trial/${id}` && !DELETION.includes(type),
    id,
  );
  const shown = trial.value.value;
  return (
    <>
      <PageHead
        title={shown ? `Trial of ${shown.root.split("/").at(-1)}` : "Trial"}
        above={<PageLink to={TRIALS_PATH}>Trials</PageLink>}
        actions={shown && <Actions trial={shown} />}
      >
        {shown && (
          <div class="row small">
            <Status status={shown.status} />
            <ShownLines as="span" class="hint" text={shown.statusDetail} />
          </div>
        )}
      </PageHead>
      <ResourceView resource={trial} lines={6}>{(shown) => <Body trial={shown} />}</ResourceView>
    </>
  );
}

function Actions({ trial }: { trial: Trial }) {
  const { call, toasts, navigate } = useFrame();
  const starting = useSignal(false);
  const deleting = useSignal(false);
  const busy = useSignal(false);
  const params = { id: trial.id };
  const isUnseen = trial.status === "ready" && trial.cases.length < trial.candidates;
  const { pairs } = trial.result;
  const better =
    pairs.flatMap(({ verdict, first, second }) =>
      verdict === "first" ? [first] : verdict === "second" ? [second] : []
    )[0];
  const propose = (worker: string) =>
    toasts.attempt(
      () => call("POST /trials/:id/propose", { params, body: { worker } }),
      () => "A human can approve it under Approvals.",
    );
  const remove = async () => {
    busy.value = true;
    const erased = await toasts.attempt(
      () => call("DELETE /trials/:id", { params }),
      () => "The trial is deleted.",
    );
    busy.value = false;
    if (erased) navigate(TRIALS_PATH);
  };
  return (
    <>
      {trial.status === "ready" && trial.proved > 0 && (
        <Button
          kind="primary"
          onPress={() => starting.value = true}
        >
          Start …
        </Button>
      )}
      {(trial.status === "finding" || trial.status === "running") && (
        <Button
          onPress={() => toasts.attempt(() => call("POST /trials/:id/stop", { params }), () => "Stopped.")}
        >
          Stop
        </Button>
      )}
      {(trial.status === "stopped" || isUnseen) && (
        <Button
          kind={isUnseen ? "plain" : "primary"}
          onPress={() =>
            toasts.attempt(() => call("POST /trials/:id/resume", { params }), () => "It continues.")}
        >
          {isUnseen ? "Look further" : "Resume"}
        </Button>
      )}
      {trial.status === "completed" && better && !trial.changeId && (
        <Button
          kind="primary"
          onPress={() => propose(better)}
        >
          Propose {better} as the default
        </Button>
      )}
      {trial.status !== "finding" && trial.status !== "running" && (
        <Button
          kind="danger"
          onPress={() => deleting.value = true}
        >
          Delete …
        </Button>
      )}
      {deleting.value && (
        <Confirm
          title="Delete the trial?"
          action="Delete the trial"
          danger
          busy={busy.value}
          onConfirm={() => remove()}
          onClose={() => deleting.value = false}
        >
          <p>
            Its cases, the runs of its {counted(trial.attempts.length, "attempt")}{" "}
            and what its setups left are erased. This cannot be undone.
          </p>
        </Confirm>
      )}
      {starting.value && <StartDialog trial={trial} onClose={() => starting.value = false} />}
    </>
  );
}

function Body({ trial }: { trial: Trial }) {
  const { result } = trial;
  return (
    <>
      {result.workers.length > 0 && <WorkersPanel result={result} />}
      <CasesPicture trial={trial} />
      {result.groups.length > 0 && <GroupsPanel groups={result.groups} />}
      <CasesPanel trial={trial} />
    </>
  );
}

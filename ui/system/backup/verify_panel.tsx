import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button, SubmitButton } from "../../kit/button.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { Panel } from "../../kit/panel.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useFrame, useResource } from "../../shell/mod.ts";
import type { RestoreReport, Verification } from "../common/types.ts";

/** How often a verification that is running is asked how far it is. */
const LOOK_MILLISECONDS = 1000;

/** A form that verifies the audit chain and the files of a storage directory, and the latest verification. */
export function VerifyPanel() {
  const { call } = useFrame();
  const directory = useSignal("");
  const { busy, problem, attempt } = useAttempt();
  const known = useResource(({ call }) => call("GET /control-plane/restore-verifications"), () => false);
  const [latest] = known.value.value?.items ?? [];
  const running = latest?.status === "running";
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void known.refresh(), LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [running, known]);
  const verify = (event: Event) => {
    event.preventDefault();
    return attempt(async () => {
      const named = directory.value.trim();
      await call("POST /control-plane/restore-verifications", { body: named ? { directory: named } : {} });
      await known.refresh();
    });
  };
  const cancel = (id: string) =>
    attempt(async () => {
      await call("POST /control-plane/restore-verifications/:id/cancel", { params: { id } });
      await known.refresh();
    });
  return (
    <Panel title="Verify a storage directory">
      <form class="form" onSubmit={verify}>
        <Field
          label="Directory"
          hint="The absolute path of a restored copy. Leave it empty to check this service's own directory. A copy is read; the directory is not changed."
        >
          {(control) => (
            <input
              {...control}
              class="input"
              spellcheck={false}
              value={directory.value}
              onInput={(event) => directory.value = event.currentTarget.value}
            />
          )}
        </Field>
        <span class="row">
          <SubmitButton busy={busy.value} disabled={running}>
            {running ? "Verifying …" : "Verify"}
          </SubmitButton>
          {running && <Button busy={busy.value} onPress={() => cancel(latest.id)}>Cancel</Button>}
          {running && (
            <progress
              value={latest.progress.entriesRead}
              max={latest.progress.entriesToRead || 1}
              aria-label="Entries read"
            />
          )}
          {running && <span class="hint">{latest.progress.percent} %</span>}
        </span>
      </form>
      {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      {latest && !running && <Ended verification={latest} />}
    </Panel>
  );
}

/** How the latest verification ended. */
function Ended(
  { verification: { status, statusDetail, report, directory } }: { verification: Verification },
) {
  if (report) return <Report report={report} />;
  return (
    <>
      <Banner tone={status === "cancelled" ? "info" : "bad"}>
        {`The latest verification was ${status === "failed" ? "not completed" : status}. ${
          statusDetail ?? ""
        }`}
      </Banner>
      <p class="hint small wrap-anywhere">{directory}</p>
    </>
  );
}

const COLUMNS: readonly Column<RestoreReport["checks"][number]>[] = [
  { head: "Check", cell: ({ name }) => name.replaceAll("_", " ") },
  {
    head: "Result",
    cell: ({ ok }) => <Badge tone={ok ? "good" : "bad"} dot>{ok ? "passed" : "failed"}</Badge>,
  },
  { head: "Found", class: "wrap-anywhere", cell: ({ detail }) => <ShownText text={detail} /> },
];

function Report({ report }: { report: RestoreReport }) {
  const failed = report.checks.filter(({ ok }) => !ok).length;
  return (
    <>
      <Banner tone={report.ok ? "good" : "bad"}>
        {report.ok
          ? "The directory is intact: every check passed, including the audit chain."
          : `${failed} of ${report.checks.length} checks failed. Do not use this directory.`}{" "}
        <Time
          at={report.verifiedAt}
        />
      </Banner>
      <p class="hint small wrap-anywhere">{report.directory}</p>
      <Table label="Checks" columns={COLUMNS} items={report.checks} />
    </>
  );
}

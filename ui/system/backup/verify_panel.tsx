import { useSignal } from "@preact/signals";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { Panel } from "../../kit/panel.tsx";
import { type Column, Table } from "../../kit/lists/table.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useFrame } from "../../shell/mod.ts";
import type { RestoreReport } from "../types.ts";

/** A form that verifies the audit chain and the files of a storage directory, which is only read. */
export function VerifyPanel() {
  const { call } = useFrame();
  const directory = useSignal("");
  const { busy, problem, attempt } = useAttempt();
  const report = useSignal<RestoreReport | null>(null);
  const verify = (event: Event) => {
    event.preventDefault();
    return attempt(async () => {
      report.value = null;
      const named = directory.value.trim();
      report.value = await call("POST /control-plane/restore-verification", {
        body: named ? { directory: named } : {},
      });
    });
  };
  return (
    <Panel title="Verify a storage directory">
      <form class="form" onSubmit={verify}>
        <Field
          label="Directory"
          hint="The absolute path of a restored copy. Leave it empty to check this service's own directory. Nothing is written to it."
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
          <button type="submit" class="button button-primary" disabled={busy.value}>
            {busy.value ? "Verifying …" : "Verify"}
          </button>
        </span>
      </form>
      {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      {report.value && <Report report={report.value} />}
    </Panel>
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

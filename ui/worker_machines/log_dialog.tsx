import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { type Column, Table } from "../kit/lists/table.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { useResource } from "../shell/mod.ts";
import { sessionHref, type ShownMachine } from "./types.ts";

type Work = Result<Api["GET /workers/:id/log"]>["items"][number];

const COLUMNS: readonly Column<Work>[] = [
  { head: "Claimed", cell: ({ claimedAt }) => <Time at={claimedAt} /> },
  {
    head: "Outcome",
    cell: ({ outcome, exitCode, detail }) => (
      <div>
        {outcome}
        {exitCode !== null && `, exit code ${exitCode}`}
        {detail !== null && <ShownText as="div" class="hint small" text={detail} />}
      </div>
    ),
  },
  {
    head: "Work",
    names: true,
    class: "wrap-anywhere",
    cell: ({ runId, taskSessionId, command }) =>
      taskSessionId === null
        ? <code>{command}</code>
        : <a href={sessionHref({ runId, taskSessionId })}>a task</a>,
  },
  {
    head: "For",
    class: "wrap-anywhere",
    cell: ({ runId, repoPath }) => (
      <div>
        <a href={`/dashboard/runs/${runId}`}>a run</a>
        <div class="hint small">{repoPath}</div>
      </div>
    ),
  },
];

/** What a worker machine did, newest first, and for which runs. */
export function LogDialog({ machine, onClose }: { machine: ShownMachine; onClose: () => void }) {
  const log = useResource(
    ({ call }) => call("GET /workers/:id/log", { params: { id: machine.id } }),
    ({ subject }) => subject.startsWith("assignment/"),
  );
  return (
    <Dialog
      title={`What ${machine.name} did`}
      wide
      onClose={onClose}
      foot={<Button onPress={onClose}>Close</Button>}
    >
      <ResourceView resource={log} lines={4}>
        {({ items }) =>
          items.length === 0
            ? (
              <EmptyState title="Nothing yet">
                <p>It has not taken work of a run that is still stored.</p>
              </EmptyState>
            )
            : <Table label={`What ${machine.name} did`} columns={COLUMNS} items={items} />}
      </ResourceView>
    </Dialog>
  );
}

import { PLACE_WORDS } from "../../client/place_words.ts";
import { relativeTime } from "../../client/words.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { localTime } from "./cell.ts";
import { type Columns, indented, section } from "./section.ts";
import { inOrder } from "./value.ts";

type Machines = Result<Api["GET /workers"]>;

/** The machines, where results are verified, and where machines connect. */
export const machineLines = ({ listensOn, placement, items }: Machines, columns: Columns): string[] => [
  listensOn === null
    ? "No worker machine can connect: AGENT_HARNESS_WORKER_LISTEN is not set."
    : `Worker machines connect to ${listensOn}.`,
  ...placementLines(placement),
  ...section("machines", inOrder(items.map(machine), indented(columns))),
];

/** What a machine did. */
export const machineLogLines = (
  items: Result<Api["GET /workers/:id/log"]>["items"],
  columns: Columns,
): string[] =>
  inOrder(
    items.map(({ claimedAt, outcome, exitCode, detail, runId, repoPath, taskSessionId, command }) => ({
      claimed: localTime(claimedAt),
      outcome: exitCode === null ? outcome : `${outcome}, exit code ${exitCode}`,
      run: runId,
      directory: repoPath,
      work: command === null ? `the task ${taskSessionId}` : oneLine(command),
      why: detail ?? "",
    })),
    columns,
  );

/** What to type on a machine that is invited. */
export const invitationLines = ({ machine, command }: Result<Api["POST /workers"]>): string[] => [
  `Run this on ${machine.name} within an hour, with --ca if it does not trust the certificate of this service:`,
  "",
  `  ${oneLine(command)}`,
];

/** Where results are verified. */
export const placementLines = (
  { verifyOn, labelsHere }: Result<Api["POST /workers/placement"]>,
): string[] => [
  `Results are verified ${PLACE_WORDS[verifyOn]}. This machine has the labels ${labelsHere.join(", ")}.`,
];

const machine = (one: Machines["items"][number]) => ({
  name: one.name,
  status: one.status,
  labels: one.labels.join(", "),
  refused: one.refusedLabels.join(", "),
  trust: one.trust.join(", ") || "nothing",
  programs: [...one.workers ?? [], ...(one.programs ?? []).map((id) => `${id} (with models of this service)`)]
    .join(", "),
  group: one.group ?? "",
  doing: one.doing.map(({ runId, taskSessionId }) =>
    taskSessionId === null ? `verifies ${runId}` : `the task ${taskSessionId}`
  ).join(", "),
  delivered: one.delivered,
  seen: one.lastSeenAt === null ? "" : relativeTime(Date.parse(one.lastSeenAt), Date.now()),
  confined: one.sandbox?.detail ?? "",
  sees: one.repos.join(", ") || "every directory",
});

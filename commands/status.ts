import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { watchAnswer } from "./derived/watch_answer.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { queueTable } from "./render/queue_table.ts";
import { runsTable } from "./render/runs_table.ts";
import { leftOut } from "./render/section.ts";
import { object } from "./render/value.ts";
import { connect, type ServiceClient, type ServiceOptions } from "./service/connection.ts";
import { counted } from "../client/words.ts";
import type { Shell } from "./shell.ts";
import { paint } from "./terminal/paint.ts";
import { localTime } from "./render/cell.ts";

type Options = ServiceOptions & { json?: boolean; watch?: boolean };

const HELP = `
Examples:
  $ agent-harness status
  $ agent-harness status --watch
  $ agent-harness status --json`;

/** `status`: shows what needs a person, what is running, and the state of the service. */
export function defineStatus(program: Command, { shell, finish }: Setup): void {
  const command = program.command("status").helpGroup(GROUPS.work)
    .summary("show what needs you and what is running")
    .description("Show what needs you, what is running, what failed, and the state of the service.")
    .option("--watch", "update whenever it changes, until Ctrl-C")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async () => finish(await status(shell, command.optsWithGlobals<Options>())));
}

async function status(shell: Shell, options: Options): Promise<number> {
  const connection = connect(shell, options);
  const ask = () => read(connection);
  const show = (value: Status) => {
    if (options.json && options.watch) shell.output.jsonLine(value);
    else if (options.json) shell.output.json(value);
    else for (const line of lines(value, shell.output.columns)) shell.output.data(line);
  };
  if (options.watch) return await watchAnswer(shell, connection, { ask, show });
  show(await ask());
  return EXIT.done;
}

const MAX_ROWS = 10;

type Status = Awaited<ReturnType<typeof read>>;

async function read({ call, url }: ServiceClient) {
  const [state, queue] = await Promise.all([
    call("GET /control-plane/status"),
    call("GET /approvals/queue", { query: { limit: 10 } }),
  ]);
  return {
    url,
    version: state.version,
    startedAt: state.startedAt,
    storageDirectory: state.serverConfig.storageDirectory,
    authMode: state.authMode,
    worker: state.workerState,
    integrityWarnings: state.audit.integrityWarnings,
    pendingApprovals: state.pendingApprovals,
    approvals: queue.items.map(({ id, run, approval: { title, risk, policyClass, runId } }) => ({
      id,
      title,
      risk,
      policyClass,
      runId,
      number: run?.number ?? null,
      repoPath: run?.repoPath ?? null,
    })),
    runs: state.activeRunSummaries,
    failures: state.recentFailures.slice(0, 5),
    notReady: state.providerHealth.filter(({ status }) => status !== "ready"),
  };
}

function lines(state: Status, columns: number | null): string[] {
  const { slots } = state.worker;
  const head = object({
    service: `${state.version} at ${state.url}, since ${localTime(state.startedAt)}`,
    storage: state.storageDirectory,
    access: state.authMode,
    workers: `${slots.busy} of ${slots.total} busy`,
    sandbox: state.worker.sandbox.kind,
    integrityWarnings: state.integrityWarnings > 0 ? state.integrityWarnings : undefined,
  }, columns);
  const need = state.pendingApprovals === 0 ? [paint.green("Nothing needs you.")] : [
    paint.yellow(
      `${counted(state.pendingApprovals, "approval")} waiting for your decision: agent-harness review`,
    ),
    ...queueTable(
      state.approvals.map(({ id, number, repoPath, ...approval }) => ({
        id,
        run: number === null || repoPath === null ? null : { number, repoPath },
        approval,
      })),
      columns,
    ),
  ];
  const section = (title: string, rows: Status["runs"]) =>
    rows.length === 0 ? [] : [
      "",
      paint.bold(title),
      ...runsTable(rows.slice(0, MAX_ROWS), columns),
      ...leftOut(rows.length - MAX_ROWS),
    ];
  const above = new Set(state.approvals.map(({ runId }) => runId));
  const others = state.runs.filter(({ id }) => !above.has(id));
  return [
    ...need,
    ...section(others.length === state.runs.length ? "Open runs" : "Other open runs", others),
    ...section("Recently failed", state.failures),
    ...state.notReady.map(({ id, reason }) =>
      paint.dim(`${id} is not ready: ${reason ?? "the reason is unknown"}`)
    ),
    "",
    ...head,
  ];
}

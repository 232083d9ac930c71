import { bundleOf } from "../../client/patch.ts";
import { outcomeOf } from "../service/outcome.ts";
import { seenIn } from "../review/seen_in.ts";
import { askDecision, isChoice, type ReviewAction } from "../review/ask.ts";
import { decide } from "../review/decide.ts";
import { renderDiff } from "../review/diff.ts";
import { inQueue } from "../review/find.ts";
import { readPatch } from "../review/patch.ts";
import { fileLines } from "../review/file_lines.ts";
import { hashLines } from "../review/show.ts";
import type { ServiceClient } from "../service/connection.ts";
import { followRun } from "../service/follow.ts";
import type { FetchedRun, QueuedApproval, TraceEvent } from "../service/types.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { DemoRepository } from "./repository.ts";
import { recordOf } from "../../store/shared/records.ts";

/** The context of a demo: the output, the service, and whether `--yes` replaces the person. */
export type Telling = {
  shell: Shell;
  connection: ServiceClient;
  say: (text: string) => void;
  yes: boolean;
  signal: AbortSignal;
};

/** Events that the demo shows; the rest is in the audit. */
const TOLD = /^(?:task_session\.completed|evaluation\.completed|run\.bundled|run\.patch_applied|.*failed)$/;

/** Takes one run from the request to its end. Returns the run and the applied approval, if any. */
export async function tellStory(
  telling: Telling,
  repository: DemoRepository,
): Promise<{ run: FetchedRun; applied: QueuedApproval | null }> {
  const { connection, say, signal } = telling;
  const { request, root, verifier } = repository;
  heading(telling, "Request", root);
  for (const line of request.split("\n")) say(`  ${oneLine(line)}`);
  say(`  ${paint.dim(`verified by: ${verifier}`)}`);
  const { id } = await connection.call("POST /coordinator/runs", {
    body: {
      request,
      repoPath: root,
      worker: { provider: "builtin", model: "recipe" },
      verifier: { command: verifier },
    },
  });

  let seen = 0;
  const titles: string[] = [];
  const onEvent = ({ type, summary, sequence, data }: TraceEvent) => {
    seen = sequence;
    if (type === "task_session.planned") titles.push(String(recordOf(data).title));
    else if (type === "run.planned") tellPlan(telling, titles, recordOf(data));
    else if (TOLD.test(type)) {
      const sign = /failed/.test(type) ? paint.red("✗") : paint.green("✓");
      say(`  ${sign} ${oneLine(summary.replace(/^The task completed: /, ""))}`);
    }
  };
  let applied: QueuedApproval | null = null;
  for (;;) {
    const run = await followRun(connection, id, { onEvent, signal, after: seen });
    if (run.status !== "waiting") return { run, applied };
    const decided = await reviewOnce(telling, run);
    if (decided === null) return { run, applied };
    if (decided.application === "applied") applied = decided;
    const who = telling.yes ? "by --yes, in place of a human" : "by you";
    heading(telling, decided.status === "rejected" ? "Rejected" : "Approved", who);
  }
}

function tellPlan(
  telling: Telling,
  titles: readonly string[],
  by: { provider?: unknown; model?: unknown },
): void {
  heading(telling, "Plan", `by ${by.provider}/${by.model}`);
  titles.forEach((title, i) => telling.say(`  ${i + 1}  ${oneLine(title)}`));
  heading(telling, "Work", "in separate worktrees; the repository is not touched");
}

/** Shows the waiting approval and asks for a decision; null if the person leaves it open. */
async function reviewOnce(telling: Telling, run: FetchedRun): Promise<QueuedApproval | null> {
  const { shell, connection, say, yes } = telling;
  const item = run.waitingFor && await inQueue(connection, run.waitingFor.id);
  const bundle = item && bundleOf(item.approval);
  if (!item || !bundle) throw new Error(outcomeOf(run).sentence);
  const { approval } = item;
  heading(telling, "Review", `${approval.policyClass}, risk ${approval.risk}`);
  for (const line of fileLines(bundle)) say(line);
  say("");
  const patch = new TextDecoder().decode(await readPatch(connection, approval, bundle));
  const { lines, files } = renderDiff(patch, bundle.files);
  for (const line of lines) say(`  ${line}`);
  say("");
  for (const line of hashLines(approval)) say(line);
  const seen = seenIn(files, shell.output.terminal ? lines.length : 0);
  const shown = yes ? null : { by: "command" as const, ...(seen && { files: seen }) };
  const answer: ReviewAction = yes
    ? { decision: "approve", note: "Approved by the demo's --yes instead of a human." }
    : await askDecision(shell.terminal, shell.output, {
      approval,
      deliveries: [],
      hasAuthor: false,
      beforehand: {},
      place: null,
      seen,
    });
  return isChoice(answer) ? await decide(connection, approval, answer, shown) : null;
}

function heading({ say }: Pick<Telling, "say">, title: string, beside: string): void {
  say(`\n${paint.bold(title)}  ${paint.dim(oneLine(beside))}`);
}

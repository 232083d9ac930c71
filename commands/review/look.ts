import { SEEN_RULE, seenWords } from "../../client/seen.ts";
import { counted } from "../../client/words.ts";
import { EXIT, UsageError } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { QueuedApproval, QueueItem } from "../service/types.ts";
import type { Shell } from "../shell.ts";
import { page } from "../terminal/page.ts";
import { paint } from "../terminal/paint.ts";
import { watchRun } from "../watch.ts";
import { showNext } from "./after.ts";
import { askDecision, isChoice } from "./ask.ts";
import type { Choice } from "./choice.ts";
import { decide, describeDecision } from "./decide.ts";
import { askForm } from "./form.ts";
import { type Beforehand, WITHOUT_TERMINAL } from "./flags.ts";
import { seenIn } from "./seen_in.ts";
import { showApproval } from "./show.ts";

/** Options for reviewing one approval. `flagged` is the decision from flags, `place` the position in the queue. */
type Looking = {
  json?: boolean;
  hunk?: string[];
  flagged: Choice | null;
  beforehand: Beforehand;
  place: string | null;
};

/** Shows one approval and records a person's decision. Returns the exit code, or where they went instead. */
export async function look(
  shell: Shell,
  connection: ServiceClient,
  item: QueueItem,
  { json = false, hunk, flagged, beforehand, place }: Looking,
): Promise<{ code: number } | "quit" | "next" | "previous"> {
  const { output, terminal } = shell;
  const { id } = item;
  const review = await connection.call("GET /approvals/:id", { params: { id } });
  const { deliveries, author } = review;
  const { lines, files } = await showApproval(connection, { ...review, ...item });
  const left = json ? 0 : await page(output, terminal, lines);
  if (!flagged && !terminal.interactive) {
    throw new UsageError(`Nothing was decided: there is no terminal. ${WITHOUT_TERMINAL}`);
  }
  if (left > 0) output.talk(paint.yellow(`${counted(left, "more line")} not shown.`));
  const seen = seenIn(files, output.terminal && !json ? lines.length - left : 0);
  if (!flagged && seen) output.talk(`${paint.bold(`${seenWords(seen)}.`)} ${paint.dim(SEEN_RULE)}`);
  const answer = flagged ?? await askDecision(terminal, output, {
    approval: item.approval,
    deliveries: hunk ? [] : deliveries,
    hasAuthor: author !== null,
    beforehand,
    place,
    seen,
  });
  if (!isChoice(answer)) return answer.decision;
  const form = answer.decision === "approve" && !flagged ? await askForm(terminal, item.approval) : {};
  const choice = { ...answer, ...form, ...(hunk && { hunks: hunk }) };
  const shown = flagged ? null : { by: "command" as const, ...(seen && { files: seen }) };
  const decided = await decide(connection, item.approval, choice, shown);
  if (json) output.json(decided);
  return { code: await conclude(shell, connection, decided, json) };
}

/** Prints the result of the decision and, for selected hunks, of their own verification. */
async function conclude(
  shell: Shell,
  connection: ServiceClient,
  approval: QueuedApproval,
  json: boolean,
): Promise<number> {
  const { code, sentence } = describeDecision(approval);
  if (approval.decision?.acceptedHunks) {
    shell.output.talk(sentence);
    return json ? EXIT.runWaits : await watchRun(shell, connection, approval.runId, {});
  }
  shell.output.talk(`${code === EXIT.done ? paint.green("✓") : paint.red("✗")} ${sentence}`);
  await showNext(shell, connection, approval);
  return code;
}

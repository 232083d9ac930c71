import { bundleOf } from "../../client/patch.ts";
import { otherSubject } from "../../client/approval_subject.ts";
import { forecastWords } from "../../client/forecast_words.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { ApprovalReview } from "../service/types.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";

/**
 * Returns which other open results hinder a change, what to apply first, and what was found of it on the current files; nothing
 * if that cannot be read.
 */
export async function forecastLines(
  connection: ServiceClient,
  { approval, target }: ApprovalReview,
): Promise<string[]> {
  if (approval.status !== "pending" || !bundleOf(approval) || otherSubject(approval) || !target) return [];
  const query = { repoPath: target.root };
  const forecast = await connection.call("GET /approvals/forecast", { query }).catch(() => null);
  if (!forecast) return [];
  const { notes, advice, current, verified } = forecastWords(forecast, approval.id);
  const rebase = `agent-harness runs rebase ${approval.runId}`;
  const lines = [
    ...notes.flatMap(({ before, title, after, output }) => [
      oneLine(`${before}${title}${after}`),
      ...tail(output),
    ]),
    ...verified.map(oneLine),
    ...(current ? [oneLine(current.words), ...tail(current.output)] : []),
    ...(current?.isReady ? [`Take that over: ${paint.cyan(rebase)}`] : []),
    ...(advice ? [paint.yellow(oneLine(advice))] : []),
  ];
  return lines.length === 0 ? [] : ["", paint.bold("Other results"), ...lines.map((line) => `  ${line}`)];
}

/** How many last lines of a verifier's output are shown. */
const TAIL_LINES = 5;

const tail = (output: string): string[] =>
  neutralise(output).trimEnd().split("\n").slice(-TAIL_LINES).filter((line) => line.trim() !== "")
    .map((line) => paint.dim(`  ${line}`));

import { bundleOf } from "../../client/patch.ts";
import { otherSubject } from "../../client/approval_subject.ts";
import { forecastWords } from "../../client/forecast_words.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { ApprovalReview } from "../service/types.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";

/** Returns which other open results a change conflicts with, and what to apply first; nothing if that cannot be read. */
export async function forecastLines(
  connection: ServiceClient,
  { approval, target }: ApprovalReview,
): Promise<string[]> {
  if (approval.status !== "pending" || !bundleOf(approval) || otherSubject(approval) || !target) return [];
  const query = { repoPath: target.root };
  const forecast = await connection.call("GET /approvals/forecast", { query }).catch(() => null);
  if (!forecast) return [];
  const { notes, advice } = forecastWords(forecast, approval.id);
  if (notes.length === 0) return [];
  return [
    "",
    paint.bold("Other results"),
    ...notes.map(({ before, title, after }) => `  ${oneLine(`${before}${title}${after}`)}`),
    ...(advice ? [`  ${paint.yellow(oneLine(advice))}`] : []),
  ];
}

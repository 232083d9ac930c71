import { briefSummary, bundleOf } from "../../client/patch.ts";
import { driftRemedy } from "../../client/drift.ts";
import { counted, ellipsis } from "../../client/words.ts";
import { artifactText } from "../service/artifact_text.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { ApprovalReview, QueuedApproval } from "../service/types.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { pad } from "../terminal/width.ts";
import { orderFiles } from "./blocks.ts";
import { rebaseWords } from "./decide.ts";
import { renderDiff, type ShownDiff } from "./diff.ts";
import { foldEqual } from "./fold.ts";
import { readPatch } from "./patch.ts";
import { fileLines } from "./file_lines.ts";
import { forecastLines } from "./forecast_lines.ts";
import { formLines } from "./form.ts";
import { questionLines } from "./question.ts";

/** The maximum number of last lines of verifier output to show. */
const TAIL_LINES = 20;

/** More files than these are listed after the change. */
const MAX_FILES_FIRST = 4;

/** How many lines of what was said stand before the change. */
const MAX_SAID_LINES = 3;

/**
 * Returns everything that a decision is bound to, to read: in a few lines what it is and what the worker says, then the change, then
 * the rest. Checks the patch against its hash. `fold` shows equal changes of several files once.
 */
export async function showApproval(
  connection: ServiceClient,
  review: ApprovalReview,
  { fold = false } = {},
): Promise<ShownDiff> {
  const { approval } = review;
  const bundle = bundleOf(approval);
  const patch = bundle && await readPatch(connection, approval, bundle);
  const files = bundle && bundle.files.length > 1
    ? ["", paint.bold(`Files (${bundle.files.length})`), ...fileLines(bundle)]
    : [];
  const filesFirst = (bundle?.files.length ?? 0) <= MAX_FILES_FIRST;
  const before = [
    ...head(review),
    ...driftLines(review),
    ...await forecastLines(connection, review),
    ...await questionLines(connection, approval),
    ...formLines(approval),
    ...(approval.commands && !approval.asks
      ? ["", paint.bold("Commands"), ...approval.commands.flatMap(command)]
      : []),
    ...saidLines(review),
    ...(filesFirst ? files : []),
    ...(bundle ? ["", paint.bold("Diff")] : []),
  ];
  const whole = bundle && patch &&
    orderFiles(renderDiff(new TextDecoder().decode(patch), bundle.files), bundle.files);
  const diff = whole && fold ? foldEqual(whole) : whole;
  return {
    lines: [
      ...before,
      ...(diff ? diff.lines : []),
      ...(filesFirst ? [] : files),
      ...await verifierTail(connection, approval),
      ...factLines(review),
      "",
      paint.bold("Hashes"),
      ...hashLines(approval),
    ],
    hunks: diff ? diff.hunks.map((hunk) => ({ ...hunk, line: before.length + hunk.line })) : [],
    files: diff
      ? diff.files.map(({ parts, line, ...file }) => ({
        ...file,
        line: before.length + line,
        parts: parts.map((line) => before.length + line),
      }))
      : [],
  };
}

const RISKS = {
  low: paint.green,
  medium: paint.yellow,
  high: paint.red,
  critical: paint.red,
  unknown: paint.red,
};

/** What it is, how risky, and why: what one has to know before the change is read. */
function head(review: ApprovalReview): string[] {
  const { approval, evaluation } = review;
  const outcome = evaluation?.outcome;
  const verified = outcome === "not_verified" ? "not verified" : `verifier ${outcome}`;
  const facts = [approval.policyClass, ...(outcome === undefined ? [] : [verified])];
  return [
    paint.bold(oneLine(approval.title)),
    oneLine(briefSummary(review)),
    `${RISKS[approval.risk](`${approval.risk} risk`)}${paint.dim(` · ${facts.join(" · ")}`)}`,
    ...approval.reasons.map((reason) => `  ${oneLine(reason)}`),
  ];
}

/** What the person asked for in the last round, and what the workers say that they did, a few lines of each. */
function saidLines({ rounds, work, approval }: ApprovalReview): string[] {
  const back = rounds.findLast(({ sentBack }) => sentBack);
  const bundle = bundleOf(approval);
  const said = work.map(({ summary }) => summary.trim()).filter((summary) => summary !== "");
  return [
    ...(back && bundle && back.patchSha256 === bundle.patchSha256
      ? ["", paint.red(`This is the same patch as in round ${back.round}, which was sent back.`)]
      : []),
    ...(back?.note ? ["", paint.bold(`You asked after round ${back.round}`), ...beginning(back.note)] : []),
    ...(said.length > 0 ? ["", paint.bold("The worker says"), ...said.flatMap(beginning)] : []),
  ];
}

/** Returns the first lines of a text that has no more than a few, and says that there are more. */
function beginning(text: string): string[] {
  const lines = neutralise(text).split("\n").filter((line) => line.trim() !== "");
  const more = lines.length - MAX_SAID_LINES;
  return [
    ...lines.slice(0, MAX_SAID_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [paint.dim(`  … ${counted(more, "more line")}`)] : []),
  ];
}

/** What is good to know after the change was read. */
function factLines({ approval, run, ifIgnored, network }: ApprovalReview): string[] {
  const rows: [string, string][] = [
    ["run", `${paint.cyan(approval.runId)}  ${run ? paint.dim(cutLine(run.request)) : ""}`],
    ["policy class", `${approval.policyClass}, decided by a ${approval.authority}`],
    ["network", oneLine(network)],
    ["advice", approval.recommendedAction],
    ["if ignored", oneLine(ifIgnored)],
  ];
  return ["", ...rows.map(([name, text]) => `${paint.dim(pad(name, 12))}  ${text}`)];
}

/** Returns how to continue if the repository has changed. */
function driftLines({ approval, drift }: ApprovalReview): string[] {
  if (!drift || drift.total === 0) return [];
  return ["", driftRemedy(approval, rebaseWords(approval))];
}

/** Returns the hashes that the decision is bound to. */
export function hashLines(approval: QueuedApproval): string[] {
  const bundle = bundleOf(approval);
  const rows: [string, string][] = [
    ["patch", bundle ? `sha256 ${bundle.patchSha256}` : ""],
    ["evidence", `sha256 ${approval.evidenceDigest}  ${paint.dim(`${approval.evidence.length} pieces`)}`],
    ["base", bundle ? `commit ${bundle.baseCommit}` : ""],
  ];
  return rows.filter(([, text]) => text !== "").map(([name, text]) =>
    `  ${paint.dim(pad(name, 8))}  ${text}`
  );
}

async function verifierTail(
  connection: ServiceClient,
  { runId, evidence }: QueuedApproval,
): Promise<string[]> {
  const output = evidence.find((item) => item.kind === "verifier-output");
  if (!output) return [];
  const { text } = await artifactText(connection, runId, output.path, output.sha256);
  const lines = neutralise(text).trimEnd().split("\n");
  const left = Math.max(0, lines.length - TAIL_LINES);
  return [
    "",
    paint.bold("Verifier output"),
    ...(left > 0 ? [paint.dim(`  … ${left} earlier lines`)] : []),
    ...lines.slice(-TAIL_LINES).map((line) => `  ${line}`),
  ];
}

const command = (text: string): string[] => neutralise(text).split("\n").map((line) => `  ${line}`);

const cutLine = (text: string): string => ellipsis(oneLine(text), 80);

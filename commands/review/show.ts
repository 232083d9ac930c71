import { otherSubject } from "../../client/approval_subject.ts";
import { ellipsis } from "../../client/words.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { QueuedApproval, QueuedPatch, QueueItem } from "../service/types.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { pad, width } from "../terminal/width.ts";
import { renderDiff, type ShownDiff } from "./diff.ts";
import { bundleOf, readPatch } from "./patch.ts";
import { formLines } from "./form.ts";
import { questionLines } from "./question.ts";

/** The maximum number of last lines of verifier output to show. */
const TAIL_LINES = 20;

const SIGNS = { added: paint.green("A"), modified: paint.yellow("M"), deleted: paint.red("D") };

/** Returns everything that a decision is bound to, to read. Checks the patch against its hash. */
export async function showApproval(connection: ServiceClient, item: QueueItem): Promise<ShownDiff> {
  const { approval } = item;
  const bundle = bundleOf(approval);
  const patch = bundle && await readPatch(connection, approval, bundle);
  const before = [
    ...head(item),
    ...driftLines(item),
    ...await questionLines(connection, approval),
    ...formLines(approval),
    ...(approval.commands && !approval.asks
      ? ["", paint.bold("Commands"), ...approval.commands.flatMap(command)]
      : []),
    ...(bundle ? ["", paint.bold("Files"), ...fileLines(bundle), "", paint.bold("Diff")] : []),
  ];
  const diff = bundle && patch && renderDiff(new TextDecoder().decode(patch), bundle.files);
  return {
    lines: [
      ...before,
      ...(diff ? diff.lines : []),
      ...await verifierTail(connection, approval),
      "",
      paint.bold("Hashes"),
      ...hashLines(approval),
    ],
    hunks: diff ? diff.hunks.map(({ id, line }) => ({ id, line: before.length + line })) : [],
    files: diff
      ? diff.files.map(({ parts, ...file }) => ({
        ...file,
        parts: parts.map((line) => before.length + line),
      }))
      : [],
  };
}

function head({ approval, run, ifIgnored, network }: QueueItem): string[] {
  const risk = {
    low: paint.green,
    medium: paint.yellow,
    high: paint.red,
    critical: paint.red,
    unknown: paint.red,
  };
  const rows: [string, string][] = [
    ["run", `${paint.cyan(approval.runId)}  ${run ? paint.dim(cutLine(run.request)) : ""}`],
    ["policy class", `${approval.policyClass}, decided by a ${approval.authority}`],
    ["risk", risk[approval.risk](approval.risk)],
    ...approval.reasons.map((reason): [string, string] => ["", oneLine(reason)]),
    ["network", oneLine(network)],
    ["advice", approval.recommendedAction],
    ["if ignored", oneLine(ifIgnored)],
  ];
  return [
    paint.bold(oneLine(approval.title)),
    oneLine(approval.summary),
    "",
    ...rows.map(([name, text]) => `${paint.dim(pad(name, 12))}  ${text}`),
  ];
}

/** Returns how to continue if the repository has changed. */
function driftLines({ approval, drift }: QueueItem): string[] {
  if (!drift || drift.total === 0 || otherSubject(approval)) return [];
  return [
    "",
    `Rebase the change: ${paint.cyan(`agent-harness runs rebase ${approval.runId}`)}`,
  ];
}

/** Returns the touched files with their changes. */
export function fileLines({ files }: Pick<QueuedPatch, "files">): string[] {
  const wide = Math.max(0, ...files.map(({ path }) => width(oneLine(path))));
  return files.map(({ change, path, additions, deletions, binary, after, before }) => {
    const notes = [
      binary && "binary",
      after && before && after.mode !== before.mode && `mode ${before.mode} → ${after.mode}`,
      after?.mode === "100755" && !before && "executable",
      after?.mode === "120000" && "symbolic link",
    ].filter((note) => typeof note === "string");
    const counts = binary ? "" : `${paint.green(`+${additions}`)} ${paint.red(`−${deletions}`)}`;
    return `  ${SIGNS[change]}  ${pad(oneLine(path), wide)}  ${counts} ${paint.dim(notes.join(", "))}`
      .trimEnd();
  });
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
  { call }: ServiceClient,
  { runId, evidence }: QueuedApproval,
): Promise<string[]> {
  const output = evidence.find((item) => item.kind === "verifier-output");
  if (!output) return [];
  const { content } = await call("GET /runs/:id/artifact", {
    params: { id: runId },
    query: { path: output.path },
  });
  const lines = neutralise(content ?? "").trimEnd().split("\n");
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

import { artifactText } from "../service/artifact_text.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { QueuedApproval } from "../service/types.ts";
import { neutralise, oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";

/** Returns a worker's question: a command line with its directory, or the text with its painted diff. */
export async function questionLines(
  connection: ServiceClient,
  approval: QueuedApproval,
): Promise<string[]> {
  const { asks } = approval;
  if (!asks) return [];
  if (asks.command !== undefined) {
    const place = asks.directory ? `in ${oneLine(asks.directory)}` : "at the top of the worktree";
    const [first = "", ...rest] = neutralise(asks.command).split("\n");
    return [
      "",
      `${paint.bold("Command")} ${paint.dim(place)}`,
      `  $ ${first}`,
      ...rest.map((line) => `    ${line}`),
    ];
  }
  const [asked] = approval.evidence;
  if (asked === undefined) return [];
  const { text } = await artifactText(connection, approval.runId, asked.path, asked.sha256);
  return ["", paint.bold("What it asks"), ...neutralise(text).trimEnd().split("\n").map(painted)];
}

function painted(line: string): string {
  if (/^(?:--- |\+\+\+ |diff --git |index )/.test(line)) return `  ${paint.bold(line)}`;
  if (line.startsWith("@@")) return `  ${paint.cyan(line)}`;
  if (line.startsWith("+")) return `  ${paint.green(line)}`;
  return `  ${line.startsWith("-") ? paint.red(line) : line}`;
}

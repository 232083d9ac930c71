import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";

const MAX_TITLE = 72;
const MAX_BODY = 4000;

const PREFIX = "Agent-Harness-";
const FIELDS = ["Run", "Patch", "Verifier", "Reviewer"] as const;

/** What the trailer of a delivered commit's message says. */
type Trailer = Record<typeof FIELDS[number], string>;

/** Returns the message of the commit that delivers a run: the request, and a trailer that says how it was decided. */
export function deliveryMessage(
  run: RunDocument,
  request: string,
  approval: ApprovalDocument,
): string {
  const plain = request.replace(/[^\P{Cc}\n]/gu, " ").trim();
  const [first = "", ...rest] = plain.split("\n");
  const title = first.length > MAX_TITLE ? `${first.slice(0, MAX_TITLE - 1).trimEnd()}…` : first;
  const body = (first.length > MAX_TITLE ? plain : rest.join("\n").trim()).slice(0, MAX_BODY).trim();
  const trailer = Object.entries(trailerFor(run, approval)).map(([name, value]) =>
    `${PREFIX}${name}: ${value}`
  );
  return [title, "", ...(body === "" ? [] : [body, ""]), ...trailer, ""].join("\n");
}

/** Returns what the trailer of a delivered run says. */
export function trailerFor(run: RunDocument, { id, decision }: ApprovalDocument): Trailer {
  const { outcome, command } = run.evaluation!;
  return {
    Run: run.id,
    Patch: `sha256:${run.bundle!.patchSha256}`,
    Verifier: command ? `${outcome}: ${command.replace(/\s+/g, " ").slice(0, 500)}`.trim() : "none",
    Reviewer: `${decision!.actorType}, ${id}, ${decision!.at}`,
  };
}

/** Returns the trailer of a commit message; null where it is missing or ambiguous. */
export function trailerOf(message: string): Trailer | null {
  // Only the last paragraph is the trailer: a request may contain lines that look like one.
  const lines = message.trimEnd().split(/\n\s*\n/).at(-1)!.split("\n").filter((line) =>
    line.startsWith(PREFIX)
  );
  const fields = lines.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(PREFIX.length, colon), line.slice(colon + 2).trim()];
  });
  const trailer = Object.fromEntries(fields);
  const isWhole = fields.length === FIELDS.length && FIELDS.every((name) => name in trailer);
  return isWhole ? trailer : null;
}

/** Returns the branch name for a delivered run. It is unique to the run. */
export function deliveryBranch({ id, evaluation }: RunDocument, request: string): string {
  const words = request.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").slice(0, 40);
  const name = words.replace(/^-+|-+$/g, "") || "work";
  return `agent-harness/${name}-${id.slice(-8)}-${evaluation!.round}`;
}

import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

const MAX_TITLE = 72;
const MAX_BODY = 4000;

const PREFIX = "Agent-Harness-";
const FIELDS = ["Run", "Patch", "Verifier", "Reviewer"] as const;

/** What the trailer of a delivered commit's message says. */
type Trailer = Record<typeof FIELDS[number], string>;

/** What a delivered commit is about: the request, the work on it that counts, and the decision. */
type Delivered = { request: string; sessions: readonly TaskSessionDocument[]; approval: ApprovalDocument };

/**
 * Returns the message of the commit that delivers a run: the request as its subject, the rest of the request and what the workers
 * say they did as its body, and a trailer that says how it was decided and which agents and models had a part in it.
 */
export function deliveryMessage(run: RunDocument, { request, sessions, approval }: Delivered): string {
  const asked = plain(request);
  const [first = "", ...rest] = asked.split("\n");
  const isLong = first.length > MAX_TITLE;
  const title = subjectOf(isLong ? ellipsis(first, MAX_TITLE).replace(/\s+…$/, "…") : first);
  const done = sessions.filter(isWrittenByModel).map(({ result }) => plain(result?.summary ?? ""));
  const body = [isLong ? asked : rest.join("\n").trim(), ...done].filter((part) => part !== "");
  const trailer = [
    ...Object.entries(trailerFor(run, approval)).map(([name, value]) => `${PREFIX}${name}: ${value}`),
    ...coAuthors(run, sessions),
  ];
  const text = body.join("\n\n").slice(0, MAX_BODY).trim();
  return [title, "", ...(text === "" ? [] : [text, ""]), ...trailer, ""].join("\n");
}

const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, " ").trim();

/** Returns a line as the subject of a commit: with a capital, and without a full stop. */
const subjectOf = (line: string): string => capitalised(line.replace(/(?<!\.)\.$/, ""));

const capitalised = (text: string): string =>
  /^\p{Ll}+(?:\s|$)/u.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;

/** Whether an agent or a model had a part in a session. A recipe is the person's own words. */
const isWrittenByModel = ({ agentSession, usage }: TaskSessionDocument): boolean =>
  agentSession !== undefined || usage !== undefined;

/** Returns a line for each agent or model, at an address of a domain that can never exist. */
function coAuthors({ plannedBy }: RunDocument, sessions: readonly TaskSessionDocument[]): string[] {
  const names = sessions.filter(isWrittenByModel).map(({ agentSession }) =>
    agentSession?.agent ?? (plannedBy ? `${plannedBy.provider}/${plannedBy.model}` : "a model")
  );
  return [...new Set(names)].map((name) => {
    const local = name.toLowerCase().replace(/[^a-z0-9.]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") || "worker";
    return `Co-authored-by: ${
      name.replace(/[<>\p{Cc}]/gu, " ").slice(0, 100)
    } <${local}@agent-harness.invalid>`;
  });
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
export function deliveryBranch(
  { id, evaluation }: Pick<RunDocument, "id" | "evaluation">,
  request: string,
): string {
  const words = request.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").slice(0, 40);
  const name = words.replace(/^-+|-+$/g, "") || "work";
  return `agent-harness/${name}-${id.slice(-8)}-${evaluation!.round}`;
}

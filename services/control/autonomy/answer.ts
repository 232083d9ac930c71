import type { ApprovalDocument } from "../../../store/approvals/stream.ts";
import { grantStream } from "../../../store/autonomy/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { matchesPattern, readPattern } from "../../ground/policy/patterns.ts";
import type { AnswerScope } from "../../../store/shared/enumerations.ts";

/** The scope of a human's approval of a worker's question. */
export type Answered = {
  scope?: AnswerScope | undefined;
  pattern?: string | undefined;
};

/** Returns the scope of an answer. If none is given, what crosses the border is allowed once. */
export const scopeOf = ({ asks }: ApprovalDocument, { scope }: Answered): NonNullable<Answered["scope"]> =>
  scope ?? (asks && (asks.kind !== "command" || asks.crossings.length > 0) ? "once" : "repository");

/** Throws `InvalidError` for a scope that the question cannot have. */
export function requireScope({ id, asks, admits }: ApprovalDocument, { scope, pattern }: Answered): void {
  if (scope === undefined && pattern === undefined) return;
  if (!asks || asks.kind === "external") {
    throw new InvalidError(
      `A scope is only allowed for a worker's question, and the approval ${id} is not one. Leave scope out.`,
    );
  }
  const secret = asks.crossings.find(({ kind }) => kind === "secret" || kind === "unclear");
  if (scope !== "once" && secret) {
    throw new InvalidError(`${secret.detail} It can only be approved for one use.`);
  }
  if ((scope === "pattern") !== (pattern !== undefined)) {
    throw new InvalidError(
      'The scope "pattern" requires a pattern, such as "pytest *", and a pattern requires that scope.',
    );
  }
  if (scope === "repository" && asks.kind === "command" && !admits) {
    throw new InvalidError("The command is too long to be allowed for the repository. Choose run or once.");
  }
  if (pattern === undefined) return;
  if (asks.kind !== "command" || asks.command === undefined) {
    throw new InvalidError("A pattern is only allowed for a question about a command.");
  }
  if (!matchesPattern(readPattern(pattern), asks.command)) {
    throw new InvalidError(
      `The pattern "${pattern}" does not match the requested command. A pattern matches one plain command, word by word.`,
    );
  }
}

/** Records what an approval allows beyond its one question, in the unit of the decision. */
export function giveGrant(ctx: Ctx, approval: ApprovalDocument, answered: Answered): void {
  const { id, runId, asks, admits, title, permissionKey } = approval;
  const scope = scopeOf(approval, answered);
  if (!asks || asks.kind === "external" || !asks.in || scope === "once") return;
  // The exact command is bound to the files that it names.
  if (scope === "repository" && asks.kind === "command" && admits) return;
  const { repositoryId, root } = asks.in;
  const data = {
    repositoryId,
    root,
    scope,
    ...(scope === "run" && { forRunId: runId }),
    kind: asks.kind,
    ...(asks.kind === "command" && { command: answered.pattern ?? asks.command }),
    ...(asks.directory && scope !== "pattern" && { directory: asks.directory }),
    ...(asks.network && { network: true }),
    ...(asks.kind === "edit" && { paths: asks.paths ?? [] }),
    ...(asks.crossings.length > 0 && { crossings: [...new Set(asks.crossings.map(({ kind }) => kind))] }),
    ...(asks.kind === "other" && permissionKey !== undefined && { key: permissionKey }),
    title,
    approvalId: id,
  };
  record(ctx, grantStream, ctx.newId("grant"), [{ type: "grant.given", data }], { runId });
}

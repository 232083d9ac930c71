import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { sha256 } from "../../../../store/chain.ts";
import { conversationStream } from "../../../../store/coordinator/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import type { ChecklistItem, PreRunChecklist } from "../checklist_schemas.ts";
import { requireReferences } from "../messages/send.ts";
import { requireOpenConversation } from "../read_model.ts";
import type { CoordinatorMessageInput } from "../schemas.ts";
import { repositoryClean } from "./clean.ts";
import { contextDocuments } from "./context_documents.ts";
import type { ChecklistCheck, ChecklistInput } from "./item.ts";
import { pastFailures } from "./past_failures.ts";
import { policyExpected } from "./policy.ts";
import { baseCommit, repositoryFound } from "./repository.ts";
import { showChecklist } from "../show_checklist.ts";
import { checklistInputOf } from "./subject.ts";
import { verifierSeen } from "./verifier.ts";
import { workerReady } from "./worker.ts";
import type { ExecutorLive } from "../../../execution/commands/live.ts";

const CHECKS: readonly ChecklistCheck[] = [
  repositoryFound,
  repositoryClean,
  baseCommit,
  verifierSeen,
  workerReady,
  policyExpected,
  pastFailures,
  contextDocuments,
];

/** How long finding the repository and its base may take. */
const PATIENCE_MILLISECONDS = 30_000;

/** Checks everything known to go wrong before a run for the message is started. The returned function records the result. */
export async function preRunChecklist(
  ctx: Ctx<ExecutorLive>,
  conversationId: string,
  input: CoordinatorMessageInput,
): Promise<() => PreRunChecklist> {
  const conversation = requireOpenConversation(ctx, conversationId);
  requireReferences(ctx, conversationId, input);
  const subject = await checklistInputOf(
    ctx,
    conversation,
    input,
    AbortSignal.timeout(PATIENCE_MILLISECONDS),
  );
  const items: ChecklistItem[] = [];
  for (const check of CHECKS) items.push(await lookAt(check, subject));
  const worst = (["block", "warn"] as const).find((status) => items.some((item) => item.status === status));
  return () => {
    requireOpenConversation(ctx, conversationId);
    const [event] = record(ctx, conversationStream, conversationId, [{
      type: "conversation.checklist_completed",
      data: {
        checklistId: ctx.newId("checklist"),
        status: worst ?? "ok",
        repoPath: subject.place ? namedDirectory(subject.place.repository) : subject.repoPath,
        contentSha256: sha256(input.content),
        items,
      },
    }], { conversationId });
    return showChecklist(event!)!;
  };
}

async function lookAt(
  { check, title, look }: ChecklistCheck,
  subject: ChecklistInput,
): Promise<ChecklistItem> {
  const { status, reason, fix = null, recordIds = [] } = await look(subject);
  return { id: `check_${check}`, check, title, status, reason, fix, recordIds };
}

import { dirname } from "node:path";
import { type RepositoryDocument, repositoryStream } from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { approveAsCoordinator } from "../../approvals/decide_as_coordinator.ts";
import { dialOf } from "../../autonomy/dial.ts";
import { enabledConnectors } from "../../connectors/enabled.ts";
import { record } from "../../kernel/context.ts";
import { blockedClassOf } from "../../policy/classes.ts";
import { decideRequest } from "../../policy/decide.ts";
import { locateRepository, namedDirectory, referencesOf, repositoryId } from "../../repositories/mod.ts";
import { recordArtifact } from "../../runs/artifacts.ts";
import { failRun } from "../../runs/end.ts";
import { isFromAgent } from "../../runs/origin.ts";
import { requestOf } from "../../runs/read_model.ts";
import { parseRecipe } from "../../workers/builtin/parse.ts";
import { requestApproval } from "../asking/checkpoint.ts";
import type { StepContext } from "../flow/step_context.ts";
import { readRequest } from "../request.ts";

/**
 * Decides the request's policy class before any work begins. A blocked class ends the run; an agent's first use of a
 * repository waits for a human.
 */
export async function admit(step: StepContext): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const request = requestOf(ctx, run);
  const plan = readRequest(step, run, request);
  const decision = decideRequest({
    request,
    ...(run.capabilityClass !== undefined && { capabilityClass: run.capabilityClass }),
    understoodAsRecipe: plan !== null && "tasks" in plan,
    carried: enabledClassesOf(ctx, run, request),
  });
  if (decision.blockedClass) {
    const { id } = decision.blockedClass;
    await step.advance(run.round, () => {
      const data = { blockedClass: id, reason: decision.reason };
      record(ctx, runStream, run.id, [{ type: "run.policy_blocked", data }], step.context());
      failRun(ctx, run, "policy_blocked", `${decision.reason} (blocked class: ${id})`);
    });
    return;
  }
  const place = await locateRepository(run.repoPath, ctx.config.storageDirectory);
  const root = namedDirectory(place);
  const repository = { repositoryId: repositoryId(root), root };
  const admitted = ctx.store.documents.has(repositoryStream, repository.repositoryId);
  if (isFromAgent(run, "repoPath") && !admitted) {
    return await askToStart(step, request, repository, {
      references: referencesOf(place),
      within: admittedAbove(ctx, place),
    });
  }
  const dial = await dialOf(ctx, root);
  await step.advance(run.round, () => {
    if (!ctx.store.documents.has(repositoryStream, repository.repositoryId)) {
      record(ctx, repositoryStream, repository.repositoryId, [{
        type: "repository.admitted",
        data: { root },
      }]);
    }
    const data = { policyClass: decision.policyClass, reason: decision.reason, dial };
    record(ctx, runStream, run.id, [{ type: "run.policy_decided", data }], step.context());
  });
}

/**
 * Returns the blocked classes that a request may reach through connectors which a human has enabled for them: those that a
 * recipe names, or the one that plain words declare.
 */
function enabledClassesOf(
  ctx: StepContext["ctx"],
  { capabilityClass }: Pick<RunDocument, "capabilityClass">,
  request: string,
): string[] {
  const recipe = parseRecipe(request);
  if ("misunderstood" in recipe) {
    const declared = capabilityClass === undefined ? null : blockedClassOf(capabilityClass);
    return enabledConnectors(ctx).map((connector) => connector.class).filter((name) => name === declared?.id);
  }
  const named = recipe.instructions.flatMap((each) => each.kind === "use" ? [each.connector] : []);
  if (named.length === 0) return [];
  return enabledConnectors(ctx).filter(({ id }) => named.includes(id)).map((connector) => connector.class);
}

/** Returns the nearest directory above the named one, within its repository, that a human has admitted; null without one. */
function admittedAbove({ store }: StepContext["ctx"], place: { root: string; prefix?: string | undefined }) {
  for (let at = namedDirectory(place); at !== place.root;) {
    at = dirname(at);
    const admitted = store.documents.get(repositoryStream, repositoryId(at));
    if (admitted) return admitted;
  }
  return null;
}

/** Asks a human, or the coordinator for a part of a repository that a human has admitted as a whole. */
async function askToStart(
  step: StepContext,
  request: string,
  repository: { repositoryId: string; root: string },
  { references, within }: { references: readonly string[]; within: RepositoryDocument | null },
): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const content = await ctx.artifacts.write(request);
  await step.advance(run.round, () => {
    const path = "request.txt";
    const summary = "The agent's request, word for word.";
    recordArtifact(ctx, step.context(), content, {
      path,
      purpose: "request",
      previewType: "text",
      label: "Request",
      summary,
      mediaType: "text/plain",
    });
    const reason = within
      ? `An agent asks to work in ${repository.root}, a part of ${within.root}, where agents have been allowed to work since ${within.admittedAt}.`
      : `An agent asks to work in ${repository.root}, which no one has used here before.`;
    const approvalId = requestApproval(step, run, {
      policyClass: "start",
      coordinatorApprovable: within !== null,
      risk: within ? "low" : "medium",
      recommendedAction: within ? "approve" : "inspect",
      reasons: [reason, ...references],
      title: `Let agents work in ${repository.root}`,
      summary:
        "If you approve, runs of the agent token may use this repository. Every patch still needs its own approval.",
      evidence: [{ id: `${run.id}/request`, kind: "trace", path, ...content, summary }],
      admits: { ...repository, permissions: [] },
    });
    if (within) approveAsCoordinator(ctx, approvalId, reason);
  });
}

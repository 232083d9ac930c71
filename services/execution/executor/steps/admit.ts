import { repositoryStream } from "../../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { unadmittedAlternates } from "../../../control/autonomy/alternates.ts";
import { dialOf } from "../../../control/autonomy/dial.ts";
import { enabledConnectors } from "../../../workforce/connectors/enabled.ts";
import { record } from "../../../ground/kernel/context.ts";
import { blockedClassOf } from "../../../ground/policy/classes.ts";
import { decideRequest } from "../../../ground/policy/decide.ts";
import { locateRepository, namedDirectory, repositoryId } from "../../../machine/repositories/mod.ts";
import { failRun } from "../../../control/runs/end.ts";
import { isFromAgent } from "../../../control/runs/origin.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { parseRecipe } from "../../../workforce/recipes/parse.ts";
import type { RunPort } from "../../commands/ports.ts";
import { plannedFromText } from "../../tasks/choose_worker.ts";
import { askToStart } from "../../questions/ask_to_start.ts";

/**
 * Decides the request's policy class before any work begins. A blocked class ends the run; an agent's first use of a
 * repository waits for a human, and so does anyone's first use of one that reads the objects of another.
 */
export async function admit(step: RunPort): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const request = requestOf(ctx, run);
  const plan = plannedFromText(step, run, request);
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
  const asked = {
    place,
    isNew: isFromAgent(run, "repoPath") && !admitted,
    alternates: unadmittedAlternates(ctx, place),
  };
  if (asked.isNew || asked.alternates.length > 0) return await askToStart(step, request, asked);
  // The clone of a trial has no settings, and is no repository of anyone.
  const dial = run.trial ? "border" : await dialOf(ctx, root);
  await step.advance(run.round, () => {
    if (!run.trial && !ctx.store.documents.has(repositoryStream, repository.repositoryId)) {
      record(ctx, repositoryStream, repository.repositoryId, [{
        type: "repository.admitted",
        data: { root },
      }]);
    }
    const { alternates } = place;
    const data = {
      policyClass: decision.policyClass,
      reason: decision.reason,
      dial,
      alternates: [...alternates],
    };
    record(ctx, runStream, run.id, [{ type: "run.policy_decided", data }], step.context());
  });
}

/**
 * Returns the blocked classes that a request may reach through connectors which a human has enabled for them: those that a
 * recipe names, or the one that plain words declare.
 */
function enabledClassesOf(
  ctx: RunPort["ctx"],
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

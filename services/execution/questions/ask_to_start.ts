import { type RepositoryDocument, repositoryStream } from "../../../store/repositories/stream.ts";
import { approveAsCoordinator } from "../../control/approvals/decide_as_coordinator.ts";
import { directoriesUpTo } from "../../control/autonomy/alternates.ts";
import {
  type Alternate,
  namedDirectory,
  referencesOf,
  repositoryId,
  type WorkDirectory,
} from "../../machine/repositories/mod.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { requestApproval } from "./approval.ts";
import type { RunPort } from "../commands/ports.ts";

/** What makes a question necessary before a run may begin in a repository. */
type StartRequest = {
  place: WorkDirectory;
  /** An agent asks, and no human has used the repository here. */
  isNew: boolean;
  /** The directories with objects outside of it that no human has admitted. */
  alternates: readonly Alternate[];
};

/** Asks a human, or the coordinator for a part of a repository that a human has admitted as a whole. */
export async function askToStart(step: RunPort, request: string, start: StartRequest): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const { place, isNew, alternates } = start;
  const root = namedDirectory(place);
  const within = isNew ? admittedAbove(step, place) : null;
  // What leads out of a repository was not part of the decision about it.
  const isCovered = within !== null && alternates.length === 0;
  const content = await ctx.artifacts.write(request);
  await step.advance(run.round, () => {
    const path = "request.txt";
    const summary = "The request, word for word.";
    recordArtifact(ctx, step.context(), content, {
      path,
      purpose: "request",
      previewType: "text",
      label: "Request",
      summary,
      mediaType: "text/plain",
    });
    const reason = reasonOf(root, isNew, within);
    const approvalId = requestApproval(step, run, {
      policyClass: "start",
      coordinatorApprovable: isCovered,
      risk: isCovered ? "low" : "medium",
      recommendedAction: isCovered ? "approve" : "inspect",
      reasons: [reason, ...referencesOf(place)],
      title: isNew
        ? `Let agents work in ${root}`
        : `Let runs in ${root} read the objects of another repository`,
      summary: isNew
        ? "If you approve, runs of the agent token may use this repository. Every patch still needs its own approval."
        : "If you approve, commands of runs in this repository can read that history from now on. If you reject, the run ends.",
      evidence: [{ id: `${run.id}/request`, kind: "trace", path, ...content, summary }],
      admits: {
        repositoryId: repositoryId(root),
        root,
        permissions: [],
        ...(alternates.length > 0 && { objects: [...alternates] }),
      },
    });
    if (isCovered) approveAsCoordinator(ctx, approvalId, reason);
  });
}

function reasonOf(root: string, isNew: boolean, within: RepositoryDocument | null): string {
  if (!isNew) return `No one has allowed here that ${root} reads objects outside of it.`;
  return within
    ? `An agent asks to work in ${root}, a part of ${within.root}, where agents have been allowed to work since ${within.admittedAt}.`
    : `An agent asks to work in ${root}, which no one has used here before.`;
}

/** Returns the nearest directory above the named one, within its repository, that a human has admitted; null without one. */
function admittedAbove({ ctx: { store } }: RunPort, place: WorkDirectory): RepositoryDocument | null {
  const [, ...above] = directoriesUpTo(place);
  for (const directory of above) {
    const admitted = store.documents.get(repositoryStream, repositoryId(directory));
    if (admitted) return admitted;
  }
  return null;
}

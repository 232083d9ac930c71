import type { Core } from "../kernel/context.ts";
import { routeFor } from "../routing/mod.ts";
import type { CreateCoordinatorRunInput } from "../runs/schemas.ts";
import { readyWorkers } from "../workers/mod.ts";
import type { ExecutorLive } from "./live.ts";

/** Returns why no ready worker would accept a request, and which are ready; null where one would. Asks no provider. */
export function whyNobodyIsReady(
  service: Core & ExecutorLive,
  { request, worker, workflowTemplateId }: Pick<CreateCoordinatorRunInput, "request"> & {
    worker?: CreateCoordinatorRunInput["worker"];
    workflowTemplateId?: string | undefined;
  },
): string | null {
  const route = routeFor(service, { role: "worker", request, worker, workflowTemplateId });
  if (route.selected !== null) return null;
  const why = worker ? route.rationale.at(-1) : "This needs a model or an agent, and none is ready.";
  return `${why} It waits for one. Ready: ${["builtin/recipe", ...readyWorkers(service)].join(", ")}.`;
}

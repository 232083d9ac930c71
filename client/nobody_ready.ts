import type { Call, Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { ApiError, type createClient } from "./client.ts";

type RunRequest = Call<"POST /coordinator/runs", Api["POST /coordinator/runs"]>["body"];
type Health = Result<Api["GET /providers/health"]>[string];
type NextStep = Result<Api["GET /control-plane/status"]>["modelCatalogStatus"]["nextStep"];

/** Nobody who is ready would do a request: the run would only wait. */
export type NobodyReady = {
  /** The worker that was named, and why it can't be used; null where none was. */
  named: { id: string; reason: string } | null;
  /** The workers that are ready, as `provider/model`. */
  ready: readonly string[];
  /** The others: why not, and what a person does about it. */
  notReady: readonly Pick<Health, "id" | "label" | "reason" | "fix">[];
  warnings: readonly string[];
  /** What leads to a model here; null where a worker was named. */
  nextStep: NextStep;
};

/**
 * Returns why nobody who is ready now would do a request: a worker was named that is not, or the request is no recipe where there
 * is no model and no agent. Null where somebody would do it.
 */
export async function whyNobodyIsReady(
  call: ReturnType<typeof createClient>,
  { request, worker }: Pick<RunRequest, "request" | "worker">,
): Promise<NobodyReady | null> {
  const choose = () =>
    call("POST /model-routing/preview", { body: { request, ...(worker && { worker }) } }).catch((error) => {
      if (error instanceof ApiError) return null; // the run itself is refused then, in better words
      throw error;
    });
  const first = await choose();
  if (first === null || first.selectedModel !== null) return null;
  // A model server of this machine may have been started since it was last looked for.
  await call("POST /providers/find");
  const providers = Object.values(await call("GET /providers/health"));
  const preview = await choose();
  if (preview === null || preview.selectedModel !== null) return null;
  const { warnings, rationale } = preview;
  return {
    named: worker
      ? {
        id: [worker.provider, worker.model].filter(Boolean).join("/"),
        reason: rationale.at(-1) ?? "",
      }
      : null,
    ready: providers.filter((provider) => provider.ready).flatMap(({ id, modelPreview }) =>
      modelPreview.length > 0 ? modelPreview.map((model) => `${id}/${model}`) : [id]
    ),
    notReady: providers.filter((provider) => !provider.ready),
    warnings,
    nextStep: worker ? null : (await call("GET /control-plane/status")).modelCatalogStatus.nextStep,
  };
}

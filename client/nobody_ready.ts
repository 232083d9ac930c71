import type { Call, Result } from "../routes/endpoint.ts";
import type { Api } from "../routes/mod.ts";
import { ApiError, type createClient } from "./client.ts";

type RunRequest = Call<"POST /coordinator/runs", Api["POST /coordinator/runs"]>["body"];
type Health = Result<Api["GET /providers/health"]>[string];
type PreviewRequest = NonNullable<
  Call<"POST /model-routing/preview", Api["POST /model-routing/preview"]>["body"]
>;
type Client = ReturnType<typeof createClient>;
type NextStep = Result<Api["GET /control-plane/status"]>["modelCatalogStatus"]["nextStep"];

/** No ready worker would do a request, so the run would only wait. */
export type NobodyReady = {
  /** The named worker and why it cannot be used, or null. */
  named: { id: string; reason: string } | null;
  /** The workers that are ready, as `provider/model`. */
  ready: readonly string[];
  /** The other workers: the reason, and what a person can do. */
  notReady: readonly Pick<Health, "id" | "label" | "reason" | "fix">[];
  warnings: readonly string[];
  /** How to get a model here; null if a worker was named. */
  nextStep: NextStep;
};

/**
 * Returns why no ready worker would do a request: the named worker is not ready, or the request is not a recipe and there is no
 * model or agent. Returns null if a worker would do it.
 */
export async function whyNobodyIsReady(
  call: Client,
  { request, worker, race }: Pick<RunRequest, "request" | "worker" | "race">,
): Promise<NobodyReady | null> {
  // A contender that is not ready is out of the race: all of them are to be ready at its start.
  for (const contender of race?.contenders ?? []) {
    const nobody = await whyNobodyIsReady(call, { request, worker: contender.worker });
    if (nobody) return nobody;
  }
  if (race) return null;
  const choose = () => preview(call, { request, ...(worker && { worker }) });
  const first = await choose();
  // A run of a blocked class ends at once: it waits for nobody.
  if (first === null || first.selectedModel !== null || first.policyBlocked !== null) return null;
  // A model server on this machine may have been started since the last check.
  await call("POST /providers/find");
  const providers = Object.values(await call("GET /providers/health"));
  const second = await choose();
  if (second === null || second.selectedModel !== null) return null;
  const { warnings, rationale } = second;
  return {
    named: worker
      ? {
        id: [worker.provider, worker.model].filter(Boolean).join("/"),
        reason: providers.some(({ id }) => id === worker.provider)
          ? rationale.at(-1) ?? ""
          : `There is no provider "${worker.provider}".`,
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

/** Returns why the run of a request would end with `policy_blocked`, or null. */
export const whyBlocked = async (
  call: Client,
  { request }: Pick<RunRequest, "request">,
): Promise<string | null> => (await preview(call, { request }))?.policyBlocked ?? null;

/** Null if the service refuses the request: it then refuses the run itself, in better words. */
const preview = (call: Client, body: PreviewRequest) =>
  call("POST /model-routing/preview", { body }).catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });

import { ApiError } from "../../client/client.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { oneLine } from "../terminal/neutralise.ts";
import type { Connection } from "./connection.ts";
import type { RunRequest } from "./types.ts";

/** Nobody who is ready would do the work: the run would only wait. */
class NoWorkerError extends ExitError {
  constructor(named: boolean, lines: readonly string[]) {
    super(named ? EXIT.usage : EXIT.runWaits, lines.join("\n"));
  }
}

/**
 * Throws `NoWorkerError` where nobody who is ready now would do a request: for a worker that was named, and for a request that
 * is no recipe where there is no model and no agent. It says who is ready, and what the others need.
 */
export async function requireWorker({ call }: Connection, { request, worker }: RunRequest): Promise<void> {
  const choose = () =>
    call("POST /model-routing/preview", { body: { request, ...(worker && { worker }) } }).catch((error) => {
      if (error instanceof ApiError) return null; // the run itself is refused then, in better words
      throw error;
    });
  const first = await choose();
  if (first === null || first.selectedModel !== null) return;
  // Model servers of this machine are found when somebody asks for the health.
  const providers = Object.values(await call("GET /providers/health"));
  const preview = await choose();
  if (preview === null || preview.selectedModel !== null) return;
  const ready = providers.filter((provider) => provider.ready).flatMap(({ id, modelPreview }) =>
    modelPreview.length > 0 ? modelPreview.map((model) => `${id}/${model}`) : [id]
  );
  const others = providers.filter((provider) => !provider.ready).map(({ id, label, reason, fix }) =>
    `  ${id} (${oneLine(label)}): ${[reason, fix].filter(Boolean).map((text) => oneLine(text!)).join(" ")}`
  );
  const named = worker && [worker.provider, worker.model].filter(Boolean).join("/");
  throw new NoWorkerError(
    named !== undefined,
    [
      named === undefined
        ? "This needs a model or an agent, and none is ready, so no run was made."
        : `The worker ${oneLine(named)} is not ready, so no run was made: ${
          oneLine(preview.rationale.at(-1) ?? "")
        }`,
      `Ready: ${ready.join(", ")}.`,
      ...(others.length > 0 ? ["Not ready:", ...others] : []),
      ...(named === undefined ? [...preview.warnings.map(oneLine), await nextStep(call)] : []),
      "To make the run all the same, and let it wait: --when-ready",
    ].filter((line) => line !== ""),
  );
}

/** What leads to a model here, as the service sees it. */
async function nextStep(call: Connection["call"]): Promise<string> {
  const { modelCatalogStatus: { nextStep } } = await call("GET /control-plane/status");
  return nextStep === null ? "" : `${oneLine(nextStep.detail)}\n  ${oneLine(nextStep.command)}`;
}

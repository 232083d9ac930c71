import type { Call } from "../../../../routes/endpoint.ts";
import type { Api } from "../../../../routes/mod.ts";
import type { Run } from "../../types.ts";

/** The correctable fields of a run as text; `worker` is the provider and the model, one per line. */
export type CorrectedFields = {
  request: string;
  repoPath: string;
  verifier: string;
  setup: string;
  worker: string;
};

type Corrections = NonNullable<Call<"POST /runs/:id/retry", Api["POST /runs/:id/retry"]>["body"]>;

/** Returns the current fields of a run. */
export const fieldsOf = ({ request, repoPath, verifier, setup, worker }: Run): CorrectedFields => ({
  request,
  repoPath,
  verifier: verifier?.command ?? "",
  setup: setup?.command ?? "",
  worker: worker ? `${worker.provider}\n${worker.model ?? ""}` : "",
});

/** Returns the changed fields. An emptied command stays as it is, because the service keeps what is not sent. */
export function correctionsOf(before: CorrectedFields, after: CorrectedFields): Corrections {
  const changed = (name: keyof CorrectedFields) => before[name] !== after[name] && after[name].trim() !== "";
  const [provider = "", model] = after.worker.split("\n");
  return {
    ...(changed("request") && { request: after.request }),
    ...(changed("repoPath") && { repoPath: after.repoPath.trim() }),
    ...(changed("verifier") && { verifier: { command: after.verifier.trim() } }),
    ...(changed("setup") && { setup: { command: after.setup.trim() } }),
    ...(changed("worker") && { worker: { provider, ...(model && { model }) } }),
  };
}

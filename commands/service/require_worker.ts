import { type NobodyReady, whyNobodyIsReady } from "../../client/nobody_ready.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import { oneLine } from "../terminal/neutralise.ts";
import type { Shell } from "../shell.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import type { RunRequest } from "./types.ts";

/** The error for a run that would only wait, because no ready worker would do it. */
class NoWorkerError extends ExitError {
  constructor(nobody: NobodyReady, place: Place) {
    super(EXIT.usage, linesOf(nobody, place).join("\n"));
  }
}

/** Where a request was made: by the command `run` with its options, or by its words alone. */
type Place = "run" | "words";

/** Throws `NoWorkerError` if no ready worker would do a request. It names the ready workers and what the others need. */
export async function requireWorker(
  { call }: ServiceClient,
  request: RunRequest,
  place: Place,
): Promise<void> {
  const nobody = await whyNobodyIsReady(call, request);
  if (nobody) throw new NoWorkerError(nobody, place);
}

/** Says why a run will wait for a worker, and which are ready; nothing where one is ready for it. */
export async function sayWhatItWaitsFor(
  { output }: Shell,
  { call }: ServiceClient,
  request: RunRequest,
): Promise<void> {
  const nobody = await whyNobodyIsReady(call, request);
  if (nobody === null) return;
  const why = nobody.named?.reason ?? "This needs a model or an agent, and none is ready.";
  output.talk(
    `${paint.yellow("●")} ${oneLine(`${why} It waits for one. Ready: ${nobody.ready.join(", ")}.`)}`,
  );
}

function linesOf({ named, ready, notReady, warnings }: NobodyReady, place: Place): string[] {
  const instruction = 'create NOTE.md with "hello"';
  const others = notReady.map(({ id, label, reason, fix }) =>
    `  ${id} (${oneLine(label)}): ${[reason, fix].filter(Boolean).map((text) => oneLine(text!)).join(" ")}`
  );
  return [
    named === null
      ? "This request needs a model or an agent, and none is ready, so no run was created."
      : `The worker ${oneLine(named.id)} is not ready, so no run was created: ${oneLine(named.reason)}`,
    ...(named ? [`Ready: ${ready.join(", ")}.`] : []),
    ...(others.length > 0 ? ["Not ready:", ...others] : []),
    ...(named === null ? warnings.map(oneLine) : []),
    named === null
      ? `Without one, a request is an instruction such as: ${
        place === "run" ? `agent-harness run '${instruction}'` : instruction
      }`
      : "To connect a model or an agent: agent-harness connect",
    ...(place === "run" ? ["To create the run anyway and let it wait: --when-ready"] : []),
  ];
}

import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { counted } from "../../client/words.ts";
import { localTime } from "./cell.ts";
import { object } from "./value.ts";

type Details = Result<Api["GET /runs/:id"]>;

/** A run, or a run as it was: that lacks what the log does not say. */
type Run = Result<Api["POST /coordinator/runs"]> | Details;

/** Returns the lines of a run, with what one looks for first. */
export function runLines(run: Run, columns: number | null): string[] {
  const { nextMove, worker, statusDetail } = run;
  const lines = object({
    run: `#${run.number}`,
    id: run.id,
    status: run.status,
    reason: run.statusReason,
    request: run.request,
    repository: run.repoPath,
    worker: worker && [worker.provider, worker.model].filter(Boolean).join("/"),
    verifier: run.verifier?.command,
    needs: run.needs?.join(", "),
    place: run.here && "here: its work and verification never leave this machine",
    evaluation: run.evaluation?.detail,
    patch: run.bundle &&
      `${counted(run.bundle.files, "file")}, +${run.bundle.additions} −${run.bundle.deletions}`,
    created: run.createdAt,
    finished: run.finishedAt,
    next: nextMove && `${nextMove.owner}: ${nextMove.what}`,
  }, columns);
  return statusDetail ? [...lines, "", ...statusDetail.split("\n")] : lines;
}

/** Returns the lines that say of which moment a run is shown; none if it is shown as it is. */
export function momentLines({ absent, traces }: Details): string[] {
  const last = traces.items.at(-1);
  if (!absent || !last) return [];
  const { at, sequence, summary } = last;
  return [
    paint.yellow(oneLine(`As it was on ${localTime(at)}, after entry ${sequence}: ${summary}`)),
    ...(absent.length === 0
      ? []
      : [paint.dim(oneLine(`Left out, as the log does not say it: ${absent.join(", ")}`))]),
    "",
  ];
}

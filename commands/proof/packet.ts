import type { RunReplayPacket } from "../../services/execution/run_views/proof/audit_schemas.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { sizeOf } from "../backup/size.ts";
import { localTime } from "../render/cell.ts";

/** Returns a replay packet as text. */
export function packetLines(packet: RunReplayPacket): string[] {
  const { runId, createdAt, request, base, plan, result, artifacts, dryRun } = packet;
  return [
    `${paint.bold(oneLine(runId))}  ${result.status}  ${paint.dim(`exported ${localTime(createdAt)}`)}`,
    "",
    paint.bold("Request"),
    ...request.request.split("\n").map((line) => `  ${oneLine(line)}`),
    `  ${paint.dim(`in ${oneLine(request.repoPath)}`)}`,
    ...(base
      ? [`  ${paint.dim(`from commit ${base.commit}${base.ref ? ` (${oneLine(base.ref)})` : ""}`)}`]
      : []),
    "",
    paint.bold("Plan"),
    ...plan.flatMap(({ id, title, provider, model, dependsOn, guidance }) => [
      `  ${id}  ${oneLine(title)}  ${paint.dim(`${provider}/${model}`)}`,
      ...(dependsOn.length > 0 ? [`      after ${dependsOn.join(", ")}`] : []),
      ...guidance.map((text) => `      told: ${oneLine(text)}`),
    ]),
    "",
    paint.bold("Result"),
    `  evaluation ${result.evaluation ?? "none"}, patch ${result.patchSha256 ?? "none"}`,
    ...artifacts.map(({ path, sha256, size }) =>
      `  ${oneLine(path)}  ${sizeOf(size)}  ${paint.dim(sha256.slice(0, 12))}`
    ),
    "",
    `${paint.bold("When it was exported")}  ${
      dryRun.replayable
        ? "everything needed to run it again was available"
        : "some of what is needed to run it again was missing"
    }`,
    ...dryRun.steps.map(({ step, wouldDo, ready }) =>
      `  ${ready ? paint.green("✓") : paint.red("✗")} ${oneLine(step)}  ${oneLine(wouldDo)}`
    ),
  ];
}

import { artifactText } from "../../service/artifact_text.ts";
import type { ServiceClient } from "../../service/connection.ts";
import type { FetchedRun } from "../../service/types.ts";
import { defineTool, runArgument } from "../tool.ts";
import { overviewOf } from "./overview.ts";

/** How much of a failed verifier's output is shown: its end, where the failures are. */
const OUTPUT_CHARACTERS = 1_200;

/** `report`: the result of a run. */
export const report = defineTool({
  name: "report",
  description:
    "Read the result of a run: what its workers say they did, the verifier's result, and the files that it changes.",
  readOnly: true,
  input: { run: runArgument },
  async answer(calling, { run: given }) {
    const run = await calling.connection.call("GET /runs/:id", { params: { id: given } });
    const { evaluation, tasks } = run;
    return {
      ...overviewOf(calling, run),
      done: tasks.map(({ taskId, status, result }) => ({
        task: taskId,
        status,
        summary: result?.summary ?? null,
      })),
      verifier: evaluation
        ? {
          outcome: evaluation.outcome,
          detail: evaluation.detail,
          ...await failingOutput(calling.connection, run),
        }
        : null,
      files: filesOf(run),
    };
  },
});

/** Returns the files of the newest patch that was put up for review, with their changed lines. */
const filesOf = ({ approvals }: FetchedRun): string[] =>
  approvals.findLast(({ evidence }) => evidence.some(({ kind }) => kind === "repo-write-patch-bundle"))
    ?.evidence.flatMap((item) =>
      item.kind === "repo-write-patch-bundle"
        ? item.files.map(({ path, change, additions, deletions }) =>
          `${change} ${path} +${additions} -${deletions}`
        )
        : []
    ) ?? [];

async function failingOutput(connection: ServiceClient, { id, attempts, evaluation }: FetchedRun) {
  const path = attempts.find(({ current }) => current)?.outputPath;
  if (!path || evaluation?.outcome === "passed") return {};
  const { text } = await artifactText(connection, id, path);
  return { output: text.slice(-OUTPUT_CHARACTERS) };
}

import { ModelServer } from "../models/server/model_server.ts";
import { says } from "../models/server/reply.ts";
import { configure, planning, providerOf, works } from "../models/workers/scenario.ts";
import type { TestRepository } from "../git.ts";
import type { ReviewSite } from "./review_site.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";

/** What the model of the run says when it is done. */
export const SUMMARY = [
  "I fixed the width of the table in `src/table.ts`:",
  "",
  "- columns are **measured** before they are padded",
  "- an empty column has the width `0`",
  "",
  "The test in `tests/table_test.ts` covers both.",
].join("\n");

const lines = (value: (i: number) => string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `export const value${from + i} = ${value(from + i)};\n`).join(
    "",
  );
const MODULE = lines(String, 0, 60);
const FILES = ["src/table.ts", "src/columns.ts", "tests/table_test.ts", "docs/table.md"];

/** A run whose model changed four files in four directories and summed it up in Markdown, waiting for its review. */
export async function waitingChange(site: ReviewSite, server: ModelServer): Promise<RunDetails> {
  configure(site.directory, [providerOf(server)]);
  const repository: TestRepository = site.repository(Object.fromEntries(FILES.map((path) => [path, MODULE])));
  const { id } = await site.operator("POST /coordinator/runs", {
    body: {
      request: "Fix the width of empty columns in the table",
      repoPath: repository.root,
      worker: { provider: "local" },
      verifier: { command: "grep -q measured src/table.ts" },
    },
  });
  return await site.settled(id);
}

/** The model of `waitingChange`. */
export const changingModel = (): ModelServer =>
  ModelServer.start(planning(works(
    ...FILES.map((path) => ({
      name: "edit_file",
      input: { path, find: lines(String, 10, 20), replace: lines((i) => `measured(${i})`, 10, 20) },
    })),
    says(SUMMARY),
  )));

import { resolve } from "node:path";
import { z } from "zod";
import { workerNamed } from "../../service/defaults.ts";
import type { ServiceClient } from "../../service/connection.ts";
import { repositoryOf } from "../../here/repository.ts";
import { openChanges } from "../../service/open_changes.ts";
import { defineTool, pageOf } from "../tool.ts";

/** `request`: asks for work in a repository. */
export const request = defineTool({
  name: "request",
  description:
    "Request work in a repository. It is done in a copy and verified; a person then reviews the patch. Returns the run.",
  input: {
    request: z.string().min(1).describe("what is to be done, in plain words"),
    repository: z.string().min(1).optional()
      .describe("directory; by default the repository in which this server was started"),
    verifier: z.string().min(1).optional().describe('command that must pass afterwards, such as "npm test"'),
    setup: z.string().min(1).optional().describe('command that runs first, such as "npm ci"'),
    worker: z.string().min(1).optional().describe('who does it, as "provider" or "provider/model"'),
    race: z.array(z.string().min(1)).min(2).max(5).optional()
      .describe("instead of a worker: several that each do it; a person picks one of the results"),
    workflow: z.string().min(1).optional().describe("id of a workflow or template to do it with"),
    inputs: z.record(z.string(), z.unknown()).optional().describe("inputs of that workflow"),
  },
  async answer({ connection }, { request, repository, verifier, setup, worker, race, workflow, inputs }) {
    const contenders = race?.map((named) => ({ worker: workerNamed(named) }));
    const body = {
      request,
      repoPath: repository === undefined ? startedIn() : absolute(repository),
      ...(verifier && { verifier: { command: verifier } }),
      ...(setup && { setup: { command: setup } }),
      ...(worker && { worker: workerNamed(worker) }),
      ...(contenders && { race: { contenders } }),
    };
    const met = await openChanges(connection, body);
    const run = workflow === undefined
      ? await connection.call("POST /coordinator/runs", { body })
      : await connection.call("POST /runs", {
        body: { ...body, ...await nameOf(connection, workflow), ...(inputs && { inputs }) },
      });
    return {
      run: `#${run.number}`,
      id: run.id,
      status: run.status,
      next: run.nextMove?.what ?? null,
      ...(met.length > 0 && { openResults: met.map(({ words }) => words) }),
      page: pageOf(connection, "runs", run.id),
    };
  },
});

const startedIn = (): string => repositoryOf(Deno.cwd()) ?? Deno.cwd();

const absolute = (path: string): string => path.startsWith("~") ? path : resolve(path);

async function nameOf({ call }: ServiceClient, id: string) {
  const templates = await call("GET /workflow-templates");
  return templates.some((template) => template.id === id) ? { workflowTemplateId: id } : { workflowId: id };
}

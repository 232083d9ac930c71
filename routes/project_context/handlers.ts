import { archiveProjectContext } from "../../services/knowledge/project_context/archive.ts";
import { createProjectContext } from "../../services/knowledge/project_context/create.ts";
import { getProjectContext } from "../../services/knowledge/project_context/get.ts";
import { listProjectContext } from "../../services/knowledge/project_context/list.ts";
import { updateProjectContext } from "../../services/knowledge/project_context/update.ts";
import { made } from "../../services/ground/kernel/made.ts";
import { domain } from "../domain.ts";
import { projectContext } from "./contract.ts";

export const projectContextDomain = domain(projectContext, {
  "GET /projects/context": (ctx, { query }) => listProjectContext(ctx, query),
  "POST /projects/context": (ctx, { body }) => made(createProjectContext(ctx, body)),
  "GET /projects/context/:id": (ctx, { params, query }) => getProjectContext(ctx, params.id, query),
  "PATCH /projects/context/:id": (ctx, { params, body }) => updateProjectContext(ctx, params.id, body),
  "POST /projects/context/:id/archive": (ctx, { params }) => archiveProjectContext(ctx, params.id),
});

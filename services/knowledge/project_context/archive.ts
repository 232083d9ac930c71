import type { Ctx } from "../../ground/kernel/context.ts";
import type { ProjectContextDocument } from "./schemas.ts";
import { updateProjectContext } from "./update.ts";

/** Removes a document from lists and runs; its versions stay. Does nothing if it is archived already. */
export const archiveProjectContext = (ctx: Ctx, id: string): ProjectContextDocument =>
  updateProjectContext(ctx, id, { status: "archived" });

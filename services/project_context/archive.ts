import type { Ctx } from "../kernel/context.ts";
import type { ProjectContextDocument } from "./schemas.ts";
import { updateProjectContext } from "./update.ts";

/** Takes a document out of lists and runs; its versions stay. One that is archived stays as it is. */
export const archiveProjectContext = (ctx: Ctx, id: string): ProjectContextDocument =>
  updateProjectContext(ctx, id, { status: "archived" });

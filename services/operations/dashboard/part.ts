import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import { dashboardFiles } from "./files.ts";

/** The dashboard's files. `programDirectory` is the directory of the program. */
export const dashboard = part({
  name: "dashboard",
  open: (_: Core, { programDirectory }: { programDirectory: string }) => dashboardFiles(programDirectory),
});

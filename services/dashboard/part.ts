import type { Core } from "../kernel/context.ts";
import { part } from "../kernel/part.ts";
import { dashboardFiles } from "./files.ts";

/** The dashboard's files. `programDirectory` is the directory of the program. */
export const dashboard = part({
  name: "dashboard",
  open: (_: Core, { programDirectory }: { programDirectory: string }) => dashboardFiles(programDirectory),
});

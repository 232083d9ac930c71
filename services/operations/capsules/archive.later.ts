/** Archives, with the packages that write them, loaded at the first export. */
export const ARCHIVES = () =>
  import("../backups/archive/mod.ts" as string) as Promise<typeof import("../backups/archive/mod.ts")>;

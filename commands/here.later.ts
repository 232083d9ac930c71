/** Handles a command line without a command, loaded when needed. */
export const HERE = {
  work: () => import("./here.ts" as string) as Promise<typeof import("./here.ts")>,
};

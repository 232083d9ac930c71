/** What a command line without a command is answered with, loaded when there is one. */
export const HERE = {
  work: () => import("./here.ts" as string) as Promise<typeof import("./here.ts")>,
};

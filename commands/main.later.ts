/**
 * The first modules of a command line. `as string`, because Deno loads what a bare literal names before the program starts.
 */
// deno-fmt-ignore: one line each
export const LATER = {
  commandLine: () => import("./command_line.ts" as string) as Promise<typeof import("./command_line.ts")>,
  completion: () => import("./completion/answer.ts" as string) as Promise<typeof import("./completion/answer.ts")>,
  environment: () => import("../services/ground/kernel/environment.ts" as string) as Promise<typeof import("../services/ground/kernel/environment.ts")>,
  serve: () => import("./serve.ts" as string) as Promise<typeof import("./serve.ts")>,
  version: () => import("./version.ts" as string) as Promise<typeof import("./version.ts")>,
};

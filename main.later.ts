/**
 * The parts of the program, which the composition brings together. They are loaded one after the other, so that the loop
 * answers in between; `as string`, because Deno reads what a bare literal names before the program begins, needed or not.
 */
// deno-fmt-ignore: one line each
export const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import("./routes/app.ts" as string),
  () => import("./services/machine/repositories/mod.ts" as string),
  () => import("./services/execution/executor/executor.ts" as string),
  () => import("./routes/runs/contract.ts" as string),
  () => import("./routes/runs/handlers.ts" as string),
  () => import("./routes/coordinator/handlers.ts" as string),
  () => import("./routes/mod.ts" as string),
];

/** Loads what listens for worker machines, if that is configured. */
export const loadWorkerDoor = () =>
  import("./routes/worker_door/listen.ts" as string) as Promise<
    typeof import("./routes/worker_door/listen.ts")
  >;

/** Loads what puts the parts together. */
export const loadComposition = () =>
  import("./compose.ts" as string) as Promise<typeof import("./compose.ts")>;

import type { WorkerKind } from "../workers/worker_kind.ts";
import { recipeRegistration } from "./tools.ts";

/** Recipes: their worker is one of those that the composition adds. */
export const recipeKind: WorkerKind<"recipe"> = {
  ...recipeRegistration,
  recipesOnly: true,
  make: null,
  readiness: () => ({ ready: true }),
  upstream: null,
  installed: null,
};

import type { Worker } from "../workers/worker.ts";
import { namedPaths } from "./named_paths.ts";
import { performRecipe } from "./perform.ts";
import { planRecipe } from "./plan.ts";

/** Carries out recipes: deterministic, offline, always ready. @see parseRecipe for the language */
export const builtinWorker: Worker = {
  elsewhere: "whole",
  provider: "builtin",
  model: "recipe",
  readiness: () => ({ ready: true }),
  read: planRecipe,
  names: namedPaths,
  plan: planRecipe,
  perform: performRecipe,
};

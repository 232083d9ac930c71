import { FORMS } from "./instruction.ts";

/** The help for a person whose request is not a recipe: the forms, and how to run plain text. */
export const RECIPE_HELP: string = [
  "The builtin recipe worker understands one instruction per line:",
  ...Object.values(FORMS).flat().map((form) => `  ${form}`),
  'Paths are relative to the repository; in quotes, \\" \\\\ \\n \\t are escapes.',
  "To run a request in plain words, configure a model provider: `agent-harness doctor` says which are ready and what",
  "the others need. Then name it as the run's worker, or leave the worker out.",
].join("\n");

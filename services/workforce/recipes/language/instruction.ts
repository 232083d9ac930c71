import { RECIPE_FORMS } from "../../../../store/shared/recipe_forms.ts";

/** What `replace` looks for: the text itself, or a JavaScript regular expression unchanged. */
export type Search =
  | { kind: "text"; text: string }
  | { kind: "regex"; source: string; flags: string };

/** One step of a recipe. Paths are relative to the repository, use `/`, and stay inside it. */
export type Instruction =
  | { kind: "create"; path: string; content: string }
  | { kind: "append"; path: string; text: string }
  | { kind: "prepend"; path: string; text: string }
  | { kind: "replace"; search: Search; replacement: string; target: string }
  | { kind: "rename"; from: string; to: string }
  | { kind: "delete"; path: string }
  | { kind: "run"; command: string }
  | { kind: "use"; connector: string; action: string; input: Record<string, unknown> };

/** The word that an instruction starts with. */
export type InstructionKind = Instruction["kind"];

/** Every verb of the language, in the order in which help lists them. */
export const INSTRUCTION_KINDS = [
  "create",
  "append",
  "prepend",
  "replace",
  "rename",
  "delete",
  "run",
  "use",
] as const satisfies readonly InstructionKind[];

/** The form of each instruction, as help and errors show it. */
export const FORMS: Readonly<Record<InstructionKind, readonly string[]>> = RECIPE_FORMS;

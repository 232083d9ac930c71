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
export const FORMS: Record<InstructionKind, readonly string[]> = {
  create: ['create <path> with "<text>"', "create <path> with:   (then a fenced block on the next lines)"],
  append: ['append "<text>" to <path>'],
  prepend: ['prepend "<text>" to <path>'],
  replace: [
    'replace "<text>" with "<text>" in <path or glob>',
    'replace /<regex>/<flags> with "<text>" in <path or glob>',
  ],
  rename: ["rename <path> to <path>"],
  delete: ["delete <path>"],
  run: ["run <command>"],
  use: ['use <connector>.<action> {"<field>": <value>, …}'],
};

/** The form of each instruction of the built-in worker, as help and errors show it. */
export const RECIPE_FORMS = {
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
} as const satisfies Readonly<Record<string, readonly string[]>>;

import type { StorageClass } from "./types.ts";

/** The meaning of each storage class, and the label of its source. */
export const CLASS_WORDS: Readonly<
  Record<StorageClass, { label: string; ask: string; hint: string }>
> = {
  "local-encrypted": {
    label: "Encrypted on this machine",
    ask: "Value",
    hint: "At least 8 characters, and not a single word. It is not shown again.",
  },
  env: {
    label: "From an environment variable",
    ask: "Variable",
    hint: "A variable in the service's environment, such as OPENAI_API_KEY.",
  },
  command: {
    label: "From a command",
    ask: "Command",
    hint: "A shell command that prints the value. It runs at each use.",
  },
};

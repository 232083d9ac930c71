import type { Instruction } from "./instruction.ts";
import { ellipsis } from "../../../ground/kernel/words.ts";

/** Returns an instruction's short name for lists: "Create docs/NOTE.md". At most 100 characters, one line. */
export const instructionTitle = (instruction: Instruction): string =>
  ellipsis(plainTitle(instruction).replaceAll(/\s+/g, " "), 100);

function plainTitle(instruction: Instruction): string {
  switch (instruction.kind) {
    case "create":
      return `Create ${instruction.path}`;
    case "append":
      return `Append to ${instruction.path}`;
    case "prepend":
      return `Prepend to ${instruction.path}`;
    case "replace":
      return `Replace text in ${instruction.target}`;
    case "rename":
      return `Rename ${instruction.from} to ${instruction.to}`;
    case "delete":
      return `Delete ${instruction.path}`;
    case "run":
      return `Run ${instruction.command}`;
    case "use":
      return `Use ${instruction.connector}.${instruction.action}`;
  }
}

import { fieldsOf, type InputDraft, type InputField, inputsOf } from "../../client/form_fields.ts";
import type { QueuedApproval } from "../service/types.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The fields that an approval of a workflow asks for; none for most approvals. */
const fieldsIn = ({ form }: QueuedApproval): InputField[] => fieldsOf(form);

/** Returns what an approval asks for, to read before deciding. */
export function formLines(approval: QueuedApproval): string[] {
  const fields = fieldsIn(approval);
  if (fields.length === 0) return [];
  return ["", paint.bold("Answers that it asks for"), ...fields.map((field) => `  ${described(field)}`)];
}

/** Asks for each value of an approval's form. Throws an `Error` that names the invalid one. */
export async function askForm(
  terminal: Terminal,
  approval: QueuedApproval,
): Promise<{ response?: Record<string, unknown> }> {
  const fields = fieldsIn(approval);
  if (fields.length === 0) return {};
  const draft: InputDraft = {};
  for (const field of fields) {
    const typed = (await terminal.ask(`${described(field)}: `) ?? "").trim();
    draft[field.name] = valueOf(field, typed);
  }
  return { response: inputsOf(fields, draft) };
}

function described({ label, required, hint, choices, kind, initial }: InputField): string {
  const of = choices.length > 0 ? choices.join(", ") : kind === "boolean" ? "yes or no" : hint;
  const notes = [of, required ? "" : initial === "" ? "optional" : `${initial} by default`].filter(Boolean);
  return oneLine(notes.length === 0 ? label : `${label} (${notes.join("; ")})`);
}

function valueOf({ kind, initial }: InputField, typed: string): string {
  if (typed === "") return initial;
  // One line is asked for, so a list is written with commas.
  if (kind === "lines") return typed.split(",").map((item) => item.trim()).join("\n");
  return kind === "boolean" ? (/^y(?:es)?$|^true$/i.test(typed) ? "true" : "") : typed;
}

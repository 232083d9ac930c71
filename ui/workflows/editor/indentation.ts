import { indentService } from "@codemirror/language";

/** Returns the column at which the line after another begins in YAML; null where the language knows better. */
export function columnAfter(line: string): number | null {
  if (/[[{]\s*$/.test(line)) return null;
  const [lead = ""] = /^\s*(?:-\s+)*/.exec(line) ?? [];
  if (lead === line) return line.length - line.trimStart().length;
  return lead.length + (/:\s*(?:[|>][+-]?)?\s*(?:#.*)?$/.test(line) ? 2 : 0);
}

/** Begins a line within what the line before opens, and otherwise where that began, after its hyphen. */
export const yamlIndentation = indentService.of((context, position) => {
  const here = context.lineAt(position, 1);
  const before = context.lineAt(position, -1);
  const line = before.from < here.from ? before : here.from === 0 ? null : context.lineAt(here.from - 1, -1);
  return line === null ? 0 : columnAfter(line.text) ?? undefined;
});

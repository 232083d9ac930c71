import { indentService } from "@codemirror/language";

/** Returns the indentation of the line after another in YAML; null to use the language's own. */
function columnAfter(line: string): number | null {
  if (/[[{]\s*$/.test(line)) return null;
  const [lead = ""] = /^\s*(?:-\s+)*/.exec(line) ?? [];
  if (lead === line) return line.length - line.trimStart().length;
  return lead.length + (/:\s*(?:[|>][+-]?)?\s*(?:#.*)?$/.test(line) ? 2 : 0);
}

/** Indents a line below the key that the previous line opens, otherwise like that line, after its hyphen. */
export const yamlIndentation = indentService.of((context, position) => {
  const here = context.lineAt(position, 1);
  const before = context.lineAt(position, -1);
  const line = before.from < here.from ? before : here.from === 0 ? null : context.lineAt(here.from - 1, -1);
  return line === null ? 0 : columnAfter(line.text) ?? undefined;
});

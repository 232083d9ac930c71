import type { ImportLoss } from "../../../store/changes/document.ts";
import { TOOL_REGISTRATIONS } from "../worker_kinds/kinds.ts";

/** Returns the tools for foreign names, each reported. A name with a pattern is refused, because the tool alone allows more. */
export function foreignTools(
  names: readonly string[],
  note: (status: ImportLoss["status"], why: string) => void,
): string[] {
  const found = names.flatMap((name) => {
    const known = TOOL_REGISTRATIONS.filter(({ claudeNames }) => claudeNames?.includes(name)).map((tool) =>
      tool.name
    );
    if (known.length === 0) {
      const why = name.includes("(")
        ? "It has a pattern, and the tool without it would allow more."
        : "It has no counterpart here.";
      note("refused", `${name.slice(0, 80)}: ${why}`);
      return [];
    }
    note("imported", `${name} is ${known.join(" and ")}.`);
    return known;
  });
  return [...new Set(found)];
}

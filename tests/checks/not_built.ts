import { ENDPOINTS } from "../routes/endpoints.ts";
import { INTERFACE, type InterfaceRow, keyOf } from "./interface.ts";

/** The rows of the interface that no contract declares. */
export function notBuilt(): InterfaceRow[] {
  const declared = new Set(ENDPOINTS.map(({ key }) => key));
  return INTERFACE.filter((row) => !declared.has(keyOf(row)));
}

/** Run as a program, it prints what is left to build, by the groups of the interface. */
if (import.meta.main) {
  const groups = [...Map.groupBy(notBuilt(), ({ group }) => group)];
  const text = groups.map(([group, rows]) => `${group}\n${rows.map((row) => `  ${keyOf(row)}\n`).join("")}`)
    .join("\n");
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}

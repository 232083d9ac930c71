import type { OfferedAction } from "../../connectors/offered.ts";
import { type EnforcedProfile, mayUse } from "../../workers/rights.ts";
import { useConnectorTool } from "../../worker_tools/use_connector.ts";

/** How many characters all actions together may take. */
const MAX_CHARACTERS = 16_000;

/** The actions of connectors that a task may use; those that its profile allows. */
export const actionsFor = (
  profile: EnforcedProfile,
  actions: () => readonly OfferedAction[],
): readonly OfferedAction[] =>
  mayUse(profile, useConnectorTool.name)
    ? actions().filter(({ connector, id }) => mayUse(profile, `${connector}.${id}`))
    : [];

/** Describes the actions that a model can use; empty if there are none. */
export function actionsText(actions: readonly OfferedAction[]): string {
  if (actions.length === 0) return "";
  const lines = actions.map(lineOf);
  let characters = 0;
  const shown = lines.filter((line) => (characters += line.length) <= MAX_CHARACTERS);
  const left = lines.length - shown.length;
  return [
    `Actions of connectors that you can use with the tool ${useConnectorTool.name}, each after a human has approved it:`,
    ...shown,
    ...(left === 0 ? [] : [`${left} more actions are not listed here.`]),
  ].join("\n");
}

const lineOf = ({ connector, label, id, description, reversible, inputSchema }: OfferedAction): string =>
  `- connector "${connector}" (${label}), action "${id}": ${description}${
    reversible ? "" : " It cannot be undone."
  } Its input: ${JSON.stringify(inputSchema)}`;

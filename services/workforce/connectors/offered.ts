import type { Core } from "../../ground/kernel/context.ts";
import type { ConnectorAction } from "./declaration.ts";
import { enabledConnector, enabledConnectors } from "./enabled.ts";

/** An action of an enabled connector, as described to a worker. */
export type OfferedAction =
  & { connector: string; label: string }
  & Pick<ConnectorAction, "id" | "description" | "reversible" | "inputSchema">;

/** Every action of the connectors that are enabled and unchanged. */
export const offeredActions = (service: Pick<Core, "store" | "config">): OfferedAction[] =>
  enabledConnectors(service).flatMap((each) => {
    const found = enabledConnector(service, each.id);
    if ("blocked" in found) return [];
    const { label, actions } = found.connector.declaration;
    return actions.map(({ id, description, reversible, inputSchema }) => ({
      connector: each.id,
      label,
      id,
      description,
      reversible,
      inputSchema,
    }));
  });

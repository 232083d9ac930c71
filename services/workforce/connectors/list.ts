import {
  type ConnectorProofsDocument,
  connectorProofsStream,
} from "../../../store/connectors/proofs_stream.ts";
import { connectorStream } from "../../../store/connectors/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import type { Declaration } from "./declaration.ts";
import { enabledConnector } from "./enabled.ts";
import { connectorIds, readConnector } from "./files.ts";

/** A connector that is installed, or was once enabled. */
export type KnownConnector = {
  id: string;
  label: string;
  /** The blocked class that it declares; null if its declaration cannot be read. */
  class: string | null;
  /** Why it cannot be used; null if it is enabled. */
  reason: string | null;
  updatedAt: string | null;
  /** The newest attempts to prove it, the newest first. */
  attempts: ConnectorProofsDocument[];
};

/** So many attempts of a connector are shown; the log has them all. */
const SHOWN_ATTEMPTS = 5;

type Reads = Pick<Core, "store" | "config">;

/** Returns every connector that is installed or was ever enabled. */
export function allConnectors(service: Reads): KnownConnector[] {
  const known = service.store.documents.all(connectorStream, {});
  const ids = [...new Set([...connectorIds(service), ...known.map(({ id }) => id)])].toSorted();
  return ids.map((id) => {
    const document = known.find((each) => each.id === id);
    const declared = declarationOf(service, id);
    const found = enabledConnector(service, id);
    const unreadable = "fault" in declared ? declared.fault : null;
    return {
      id,
      label: "fault" in declared ? id : declared.label,
      class: document?.class ?? ("fault" in declared ? null : declared.class),
      reason: unreadable ?? ("blocked" in found ? found.blocked : null),
      updatedAt: document?.updatedAt ?? null,
      attempts: service.store.documents.find(connectorProofsStream, { connectorId: id }, {
        limit: SHOWN_ATTEMPTS,
        newestFirst: true,
      }),
    };
  });
}

/** Returns the actions of all installed connectors, such as `shop.order`, whether enabled or not. */
export const declaredActions = (service: Reads): string[] =>
  connectorIds(service).flatMap((id) => {
    const declared = declarationOf(service, id);
    return "fault" in declared ? [] : declared.actions.map((action) => `${id}.${action.id}`);
  });

function declarationOf(service: Reads, id: string): Declaration | { fault: string } {
  try {
    return readConnector(service, id).declaration;
  } catch (cause) {
    if (cause instanceof ServiceError) return { fault: cause.message };
    throw cause;
  }
}

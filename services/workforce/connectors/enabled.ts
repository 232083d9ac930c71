import { type ConnectorDocument } from "../../../store/connectors/document.ts";
import { connectorStream } from "../../../store/connectors/stream.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { type Connector, hashOfConnector, readConnector } from "./files.ts";

type Reads = Pick<Core, "store" | "config">;

/** Why a connector may not be used. */
type ConnectorBlocked = { blocked: string };

/** Returns the connector as a human enabled it, unchanged to the byte, or why it may not be used. */
export function enabledConnector(
  service: Reads,
  id: string,
): { connector: Connector; document: ConnectorDocument } | ConnectorBlocked {
  const document = service.store.documents.get(connectorStream, id);
  if (!document) return { blocked: `The connector ${id} has never been enabled.` };
  if (document.state === "blocked") return { blocked: document.reason ?? "It is blocked." };
  const found = hashOfConnector(service, id);
  if (found !== document.contentSha256) return { blocked: changed(document, found) };
  const connector = readConnector(service, id);
  // Read again, so that what is used is what was compared.
  return connector.contentSha256 === found ? { connector, document } : { blocked: changed(document, found) };
}

const changed = ({ version, contentSha256 }: ConnectorDocument, found: string | null): string =>
  `Its files have the hash ${found?.slice(0, 12) ?? "of no files"}, but version ${version} was enabled for ${
    contentSha256.slice(0, 12)
  }. Request it again.`;

/** Returns the connectors that are enabled and unchanged. */
export const enabledConnectors = (service: Reads): ConnectorDocument[] =>
  service.store.documents.all(connectorStream, { state: "enabled" })
    .filter(({ id, contentSha256 }) => hashOfConnector(service, id) === contentSha256);

/** Blocks each enabled connector whose files have changed, until a human enables it again. */
export function blockChanged(ctx: Ctx): void {
  const enabled = ctx.store.documents.all(connectorStream, { state: "enabled" });
  const gone = enabled.flatMap((document) => {
    const contentSha256 = hashOfConnector(ctx, document.id);
    return contentSha256 === document.contentSha256 ? [] : [{ document, contentSha256 }];
  });
  for (const { document, contentSha256 } of gone) {
    const data = { contentSha256, detail: changed(document, contentSha256) };
    record(ctx, connectorStream, document.id, [{ type: "connector.blocked", data }]);
  }
}

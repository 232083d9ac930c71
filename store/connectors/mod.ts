import { storeDomain } from "../domain.ts";
import { connectorProofsStream } from "./proofs_stream.ts";
import { connectorSentences } from "./sentences.ts";
import { connectorActionStream, connectorStream } from "./stream.ts";

/** What the store holds of connectors. */
export const connectors = storeDomain({
  streams: [connectorStream, connectorActionStream, connectorProofsStream],
  views: [],
  sentences: connectorSentences,
});

import type { ArtifactReference } from "./artifacts.ts";
import { GENESIS } from "./chain.ts";
import { Database } from "./database.ts";
import { DocumentReader } from "./documents.ts";
import { finishErasures } from "./owner.ts";
import { Projector } from "./projector.ts";
import { prepareProjections } from "./rebuild.ts";
import { referencedArtifacts } from "./referenced_artifacts.ts";
import { registry } from "./registry.ts";
import { prepareSchema, readMeta, SCHEMA_VERSION } from "./schema.ts";
import { Tables } from "./view.ts";

/** The contents of a database copy. */
export type DatabaseSnapshot<Read = unknown> = {
  installation: string;
  schemaVersion: number;
  head: { sequence: number; hash: string };
  /** Every artifact that it refers to. */
  references: ArtifactReference[];
  /** What the caller read of its documents. */
  read: Read;
};

/**
 * Turns a copy of a database into one self-contained file, without a write-ahead log, and returns its contents. A copy
 * from an older program is brought up to date first; one from a newer program throws. `read` reads more of it.
 */
export function sealSnapshot<Read>(
  file: string,
  read: (documents: DocumentReader) => Read,
): DatabaseSnapshot<Read> {
  const database = new Database(file);
  try {
    prepareSchema(database);
    prepareProjections(database, registry);
    // A deletion that is being carried out is whole in a copy: nothing of what it erases is kept.
    database.transaction(() => finishErasures(registry, new Tables(database)));
    const head = database.get<{ sequence: number; hash: string }>(
      "select seq as sequence, hash from events order by seq desc limit 1",
    ) ?? { sequence: 0, hash: GENESIS };
    const projector = new Projector(database, registry);
    const references = referencedArtifacts({ registry, projector });
    const snapshot = {
      installation: readMeta(database, "installation") ?? "",
      schemaVersion: SCHEMA_VERSION,
      head,
      references,
      read: read(new DocumentReader(projector)),
    };
    database.exec("pragma journal_mode = delete");
    return snapshot;
  } finally {
    database.close();
  }
}

import type { ArtifactReference } from "./artifacts.ts";
import { GENESIS } from "./chain.ts";
import { Database } from "./database.ts";
import { finishErasures } from "./owner.ts";
import { Projector } from "./projector.ts";
import { prepareProjections } from "./rebuild.ts";
import { referencedArtifacts } from "./referenced_artifacts.ts";
import { registry } from "./registry.ts";
import { prepareSchema, readMeta, SCHEMA_VERSION } from "./schema.ts";
import { Tables } from "./view.ts";

/** The contents of a database copy. */
export type DatabaseSnapshot = {
  installation: string;
  schemaVersion: number;
  head: { sequence: number; hash: string };
  /** Every artifact that it refers to. */
  references: ArtifactReference[];
};

/**
 * Turns a copy of a database into one self-contained file, without a write-ahead log, and returns its contents. A copy
 * from an older program is brought up to date first; one from a newer program throws.
 */
export function sealSnapshot(file: string): DatabaseSnapshot {
  const database = new Database(file);
  try {
    prepareSchema(database);
    prepareProjections(database, registry);
    // A deletion that is being carried out is whole in a copy: nothing of what it erases is kept.
    database.transaction(() => finishErasures(registry, new Tables(database)));
    const head = database.get<{ sequence: number; hash: string }>(
      "select seq as sequence, hash from events order by seq desc limit 1",
    ) ?? { sequence: 0, hash: GENESIS };
    const references = referencedArtifacts({ registry, projector: new Projector(database, registry) });
    const installation = readMeta(database, "installation") ?? "";
    database.exec("pragma journal_mode = delete");
    return { installation, schemaVersion: SCHEMA_VERSION, head, references };
  } finally {
    database.close();
  }
}

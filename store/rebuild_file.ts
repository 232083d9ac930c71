import { Database } from "./database.ts";
import { projectionVersions, Rebuild, replaceProjections } from "./rebuild.ts";
import { registry } from "./registry.ts";
import { readMeta } from "./schema.ts";

/** What a rebuild did: how many entries it folded, and in which tables it put something else in the place of what was there. */
export type RebuildReport = { entries: number; repaired: string[] };

/** Folds the whole log of a database that nobody else holds, and puts the result in the place of what was there, or nothing. */
export function rebuildFile(databaseFile: string): RebuildReport {
  const database = new Database(databaseFile);
  try {
    const rebuild = new Rebuild(database, registry);
    const same = readMeta(database, "projections") === projectionVersions(registry);
    const repaired = database.transaction(() => {
      rebuild.begin();
      while (!rebuild.fold(1000));
      const differences = same ? rebuild.differences() : ["all: they were of another version of the program"];
      rebuild.drop();
      if (differences.length > 0) replaceProjections(database, registry);
      return differences;
    });
    const { entries } = database.get<{ entries: number }>("select count(*) entries from events")!;
    return { entries, repaired };
  } finally {
    database.close();
  }
}

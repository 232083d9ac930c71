import { Database } from "./database.ts";
import { LazyViews } from "./lazy_views.ts";
import { projectionVersions } from "./projection_versions.ts";
import { Rebuild, replaceProjections } from "./rebuild.ts";
import { registry } from "./registry.ts";
import { readMeta } from "./schema.ts";

/** The result of a rebuild: how many entries it folded, and which tables it changed. */
export type RebuildReport = { entries: number; repaired: string[] };

/** Folds the whole log of a database that no one else holds, and replaces all its projections, or none. */
export function rebuildFile(databaseFile: string): RebuildReport {
  const database = new Database(databaseFile);
  try {
    const rebuild = new Rebuild(database, registry);
    const lazyViews = new LazyViews(database, registry.views);
    const same = readMeta(database, "projections") === projectionVersions(registry);
    const repaired = database.transaction(() => {
      rebuild.begin();
      while (!rebuild.fold(1000));
      if (same) lazyViews.catchUp();
      const differences = same
        ? rebuild.differences()
        : ["all of them, which another version of the program had written"];
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

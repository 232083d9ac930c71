import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import { materialStream } from "./stream.ts";

/** All material: its owner, and when it is deleted automatically. */
export const materialView = defineView({
  name: "material",
  version: 1,
  tables: {
    material: {
      erasedBy: { run: "run_id", streams: { material: "id" } },
      columns: `id text primary key, sha256 text not null, size integer not null, owner_kind text not null,
        owner_id text not null, until text, run_id text`,
      indexes: ["sha256", "owner_kind, owner_id, id", "until", "run_id"],
    },
  },
  artifactColumn: { table: "material", column: "sha256" },
  // A deletion needs no handler: it comes with an erasure, which finds the content through the row that it removes.
  folds: [
    on(materialStream, {
      "material.kept": (tables, event) => {
        const { sha256, size, owner, until } = event.data;
        tables.run(
          "insert or replace into {material} values (?, ?, ?, ?, ?, ?, ?)",
          idOf(event),
          sha256,
          size,
          owner.kind,
          owner.id,
          until,
          event.runId ?? null,
        );
      },
    }),
  ],
});

import { idOf, splitStream } from "../event.ts";
import { defineView, on } from "../view.ts";
import type { Label } from "./item.ts";
import { plannerSourceStream } from "./source_stream.ts";

/** What a model said an item is. */
export type ModelLabelRow = {
  item_id: string;
  source_id: string;
  label: Label;
  confidence: number;
  reason: string;
  model: string;
};

/** What models said items are, until a person says it or returns to the rules. */
export const modelLabelsView = defineView({
  name: "planner_model_labels",
  version: 1,
  tables: {
    planner_model_labels: {
      erasedBy: "view",
      columns: `item_id text not null primary key, source_id text not null, label text not null,
        confidence real not null, reason text not null, model text not null`,
      indexes: ["source_id"],
    },
  },
  folds: [
    on(plannerSourceStream, {
      "planner.item_labelled": (tables, event) => {
        const { itemId, label, confidence, reason, model } = event.data;
        tables.run(
          "insert or replace into {planner_model_labels} values (?, ?, ?, ?, ?, ?)",
          itemId,
          idOf(event),
          label,
          confidence,
          reason,
          model,
        );
      },
      "planner.item_classified": (tables, { data: { itemId } }) =>
        void tables.run("delete from {planner_model_labels} where item_id = ?", itemId),
    }),
  ],
  erase: {
    run: () => {},
    stream: (tables, stream) =>
      void tables.run("delete from {planner_model_labels} where source_id = ?", splitStream(stream).id),
  },
});

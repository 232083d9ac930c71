import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import { providerStream } from "./provider_stream.ts";
import type { JsonText } from "../json_text.ts";
import type { Privacy } from "../shared/enumerations.ts";

/** A row of `model_catalog`. */
export type CatalogRow = {
  provider: string;
  model: string;
  position: number;
  context_tokens: number | null;
  output_tokens: number | null;
  input_cost: number | null;
  output_cost: number | null;
  capabilities: JsonText<string[]>;
  notes: string | null;
  privacy: Privacy | null;
};

/** The models of each provider, as last listed by its catalog. */
export const modelCatalogView = defineView({
  name: "model_catalog",
  version: 1,
  tables: {
    model_catalog: {
      erasedBy: { streams: { provider: "provider" } },
      columns:
        `provider text not null, model text not null, position integer not null, context_tokens integer,
        output_tokens integer, input_cost real, output_cost real, capabilities text not null, notes text, privacy text,
        primary key (provider, model)`,
      indexes: ["provider, position"],
    },
  },
  folds: [
    on(providerStream, {
      "provider.catalog_changed": (tables, event) => {
        const provider = idOf(event);
        tables.run("delete from {model_catalog} where provider = ?", provider);
        event.data.models.forEach((model, position) =>
          tables.run(
            "insert or ignore into {model_catalog} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            provider,
            model.id,
            position,
            model.contextTokens,
            model.outputTokens,
            model.inputCostPerMillion,
            model.outputCostPerMillion,
            JSON.stringify(model.capabilities),
            model.notes,
            model.privacy ?? null,
          )
        );
      },
    }),
  ],
});

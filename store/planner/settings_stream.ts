import { z } from "zod";
import { defineStream } from "../stream.ts";
import { type SettingsDocument, settingsDocumentSchema } from "./settings.ts";

/** There is one: the planner's. */
export const SETTINGS_ID = "planner";

/** The settings of the planner, each time whole. Sources are streams of their own. */
export const plannerSettingsStream = defineStream<SettingsDocument>()({
  kind: "planner_settings",
  version: 1,
  events: { "planner.settings_changed": z.object({ settings: settingsDocumentSchema }) },
  indexes: [],
  evolve: (_, event) => event.data.settings,
});

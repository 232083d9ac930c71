import { z } from "zod";
import { defineStream } from "../stream.ts";
import { type RecordedSettings, recordedSettingsSchema } from "./settings.ts";

/** The id of the planner's only settings. */
export const SETTINGS_ID = "planner";

/** The settings of the planner, recorded as a whole each time. Sources are separate streams. */
export const plannerSettingsStream = defineStream<RecordedSettings>()({
  kind: "planner_settings",
  version: 1,
  events: { "planner.settings_changed": z.object({ settings: recordedSettingsSchema }) },
  indexes: [],
  evolve: (_, event) => event.data.settings,
});

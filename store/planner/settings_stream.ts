import { z } from "zod";
import { defineStream } from "../stream.ts";
import { type RecordedSettings, recordedSettingsSchema } from "./settings.ts";

/** There is one: the planner's. */
export const SETTINGS_ID = "planner";

/** The settings of the planner, each time whole. Sources are streams of their own. */
export const plannerSettingsStream = defineStream<RecordedSettings>()({
  kind: "planner_settings",
  version: 1,
  events: { "planner.settings_changed": z.object({ settings: recordedSettingsSchema }) },
  indexes: [],
  evolve: (_, event) => event.data.settings,
});

import { DEFAULT_SETTINGS, type SettingsDocument } from "../../../store/planner/settings.ts";
import { plannerSettingsStream, SETTINGS_ID } from "../../../store/planner/settings_stream.ts";
import {
  LOCAL_SOURCE,
  plannerSourceStream,
  type SourceDocument,
} from "../../../store/planner/source_stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { PlannerSettings } from "./schemas.ts";
import { writeBackOf } from "./write_back.ts";

type Reader = Pick<Core, "store">;

/** The maximum number of sources. */
export const MAX_SOURCES = 50;

/** Returns the planner's settings without its sources; the default time zone is that of this machine. */
export function settingsOf({ store }: Reader): SettingsDocument {
  const known = store.documents.get(plannerSettingsStream, SETTINGS_ID);
  const { timeZone } = known ?? Intl.DateTimeFormat().resolvedOptions();
  const settings = { ...DEFAULT_SETTINGS, ...known as SettingsDocument | null, timeZone };
  const { identity } = settings;
  // Calendars spell addresses as they like, and are read in lower case.
  return {
    ...settings,
    identity: { ...identity, emails: identity.emails.map((each) => each.toLowerCase()) },
  };
}

/** A configured source. */
export type ConfiguredSource = SourceDocument & { config: NonNullable<SourceDocument["config"]> };

/** Returns a source; null if it is not configured, as the local calendar and the tasks of your own never are. */
export function sourceOf({ store }: Reader, id: string): ConfiguredSource | null {
  const source = store.documents.get(plannerSourceStream, id);
  return source && isConfigured(source) ? source : null;
}

const isConfigured = (source: SourceDocument): source is ConfiguredSource =>
  source.config !== null && source.id !== LOCAL_SOURCE;

/** Returns every configured source, in the configured order. */
export function sourcesOf({ store }: Reader): ConfiguredSource[] {
  const order = store.documents.get(plannerSettingsStream, SETTINGS_ID)?.sourceOrder ?? [];
  const place = new Map(order.map((id, i) => [id, i]));
  return store.documents.find(plannerSourceStream, {}, { limit: MAX_SOURCES + 1 })
    .filter(isConfigured)
    .sort((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || byAge(a, b));
}

const byAge = (a: ConfiguredSource, b: ConfiguredSource): number =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? -1 : 1;

/** Returns the settings as the API shows them. */
export function getPlannerSettings(ctx: Reader): PlannerSettings {
  const { sourceOrder: _, ...settings } = settingsOf(ctx);
  const sources = sourcesOf(ctx).map(({ id, config }) => ({ id, ...config, writeBack: writeBackOf(config) }));
  return { ...settings, sources };
}

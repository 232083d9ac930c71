import { eventId, idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { devportalCheckSchema, type DevportalDocument, devportalSettingsSchema } from "./document.ts";

const MAX_CHECKS = 20;

/** The events of the developer portal's app; shapes are frozen. No field can hold a key or a token. */
const devportalEvents = {
  "devportal.configured": devportalSettingsSchema,
  "devportal.checked": devportalCheckSchema,
} as const;

/** The app at a developer portal: its configuration, and the results of its checks. */
export const devportalStream = defineStream<DevportalDocument>()({
  kind: "devportal",
  version: 1,
  events: devportalEvents,
  indexes: [],
  evolve: (app, event) => {
    if (event.type === "devportal.configured") {
      return {
        id: idOf(event),
        ...event.data,
        checks: app?.checks ?? [],
        // Results for other keys do not apply to these.
        checked: "no",
        createdAt: app?.createdAt ?? event.at,
        updatedAt: event.at,
      };
    }
    if (!app) return null;
    const check = { id: eventId(event.seq), at: event.at, ...event.data };
    return {
      ...app,
      checks: [check, ...app.checks].slice(0, MAX_CHECKS),
      checked: event.data.ok ? "verified" : "failing",
      updatedAt: event.at,
    };
  },
});

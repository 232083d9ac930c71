import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import type { OauthAppDocument } from "./document.ts";
import { oauthAppEvents } from "./events.ts";

const MAX_LIFETIMES = 5;

/** The app of a connector: how this service is registered at a server. */
export const oauthAppStream = defineStream<OauthAppDocument>()({
  kind: "oauth_app",
  version: 1,
  events: oauthAppEvents,
  indexes: [],
  countBy: "status",
  evolve: (app, event) => {
    if (event.type === "oauth_app.configured") {
      return {
        id: idOf(event),
        ...event.data,
        // What was learned about one server does not apply to another.
        observedLifetimes: app && app.endpoints.token === event.data.endpoints.token
          ? app.observedLifetimes
          : [],
        createdBy: app?.createdBy ?? event.actor,
        createdAt: app?.createdAt ?? event.at,
        updatedAt: event.at,
      };
    }
    if (!app) return null;
    return {
      ...app,
      observedLifetimes: [event.data.seconds, ...app.observedLifetimes].slice(0, MAX_LIFETIMES),
      updatedAt: event.at,
    };
  },
});

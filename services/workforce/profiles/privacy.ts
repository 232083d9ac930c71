import type { Core } from "../../ground/kernel/context.ts";
import { findProvider } from "../../sessions/models/providers/find.ts";
import { findModel } from "../../sessions/models/providers/models.ts";
import type { WorkersLive } from "../workers/live.ts";
import type { PrivacyOf } from "./diff.ts";

/** Returns how far away a profile's hinted model is, by what is known about its provider now. */
export const privacyOf =
  (service: Pick<Core & WorkersLive, "store" | "providers">): PrivacyOf => ({ provider, model }) => {
    const found = provider === null ? null : findProvider(service, provider);
    if (!found) return null;
    return (model === null ? null : findModel(service, found, model)?.privacy) ?? found.privacy;
  };

import type { Signal } from "@preact/signals";
import type { Preferences } from "../../shell/preferences.ts";
import type { AlertCategory } from "../../alerts/types.ts";
import { CATEGORY_WORDS } from "../../alerts/words.ts";
import { keysOf } from "../../../store/shared/records.ts";

const ON: ReadonlySet<AlertCategory> = new Set(["approval", "failure", "blocker"]);

/** The desktop notifications of this browser: whether they are on, and for which categories. */
type DesktopChoices = {
  shown: Signal<"off" | "on">;
  kinds: readonly { category: AlertCategory; chosen: Signal<"on" | "off"> }[];
};

/** Returns the choices of this browser. */
export const desktopChoices = ({ choice }: Preferences): DesktopChoices => ({
  shown: choice("desktop", ["off", "on"]),
  kinds: (keysOf(CATEGORY_WORDS)).map((category) => ({
    category,
    chosen: choice<"on" | "off">(`desktop.${category}`, ON.has(category) ? ["on", "off"] : ["off", "on"]),
  })),
});

/** Returns the permission for notifications; `missing` if the browser does not support them on this page. */
export const permissionNow = (): NotificationPermission | "missing" =>
  "Notification" in globalThis && "serviceWorker" in navigator ? Notification.permission : "missing";

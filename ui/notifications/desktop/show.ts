import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import { counted } from "../../../client/words.ts";
import { sourcesOf } from "../model/places.ts";
import type { Frame } from "../../shell/frame.ts";
import { desktopChoices, permissionNow } from "./choices.ts";

type Item = Result<Api["GET /notifications"]>["items"][number];

const INBOX = "/dashboard/inbox";

/** The maximum number of separate notifications; more that arrive together become one. */
const MAX_SHOWN = 3;

/** The maximum number of unread notifications that are read. */
const MAX_READ = 50;

/**
 * Shows new notifications of the inbox on the desktop while a page is open but not visible, and after the quiet hours have
 * ended. Returns a function that stops it.
 */
export function showOnDesktop({ call, live, preferences, places }: Frame): () => void {
  const { kinds } = desktopChoices(preferences);
  let newest: number | null = null;
  let timer = 0;

  const look = async () => {
    self.clearTimeout(timer);
    const [{ items }, { quietUntil }] = await Promise.all([
      call("GET /notifications", { query: { status: "unread", scope: "mine", limit: MAX_READ } }),
      call("GET /alerts"),
    ]);
    const before = newest;
    if (before !== null && quietUntil !== null) {
      timer = self.setTimeout(again, Math.min(Date.parse(quietUntil) - Date.now() + 1000, 3_600_000));
      return;
    }
    newest = Math.max(before ?? 0, ...items.map(({ sequence }) => sequence));
    if (before === null || permissionNow() !== "granted" || document.hasFocus()) return;
    const chosen = new Set(
      kinds.filter((kind) => kind.chosen.peek() === "on").map(({ category }) => category),
    );
    await show(items.filter(({ sequence, category }) => sequence > before && chosen.has(category)));
  };
  // If a read fails, the next event tries again.
  const again = () => void look().catch(() => {});

  const show = async (items: readonly Item[]) => {
    // Not `ready`, which never resolves on a page that was opened with a token at another address.
    const worker = await navigator.serviceWorker.getRegistration("/dashboard");
    if (!worker) return;
    for (const item of items.slice(0, MAX_SHOWN)) {
      const { id, title, detail } = item;
      const path = sourcesOf(item, places)[0]?.href ?? INBOX;
      await worker.showNotification(title, {
        body: detail.slice(0, 200),
        tag: id,
        icon: "/assets/favicon.svg",
        data: { path },
      });
    }
    const more = items.length - MAX_SHOWN;
    if (more <= 0) return;
    const data = { path: INBOX };
    await worker.showNotification(`${counted(more, "notification")} more`, {
      tag: "more",
      icon: "/assets/favicon.svg",
      data,
    });
  };

  const stop = live.watch(() => true, again);
  again();
  return () => {
    self.clearTimeout(timer);
    stop();
  };
}

import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { davFetch } from "./dav_fetch.ts";
import type { SourceLive } from "./live.ts";
import type { Place, Written } from "./place.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

const MAX_CHARACTERS = 1024 * 1024;

/** A CalDAV server as a store of objects. */
export async function davPlace(
  ctx: Ctx<SourceLive>,
  config: SourceConfig,
  signal: AbortSignal,
): Promise<Place> {
  const fetch = await davFetch(ctx, config, signal, "planner.calendar_action");
  const { host } = new URL(config.url!);
  const at = (target: string) => new URL(target, config.url!).href;
  const write = async (target: string, init: RequestInit, etag: string | null): Promise<Written> => {
    const condition: Record<string, string> = etag === null ? { "if-none-match": "*" } : { "if-match": etag };
    let response: Response;
    try {
      const headers = { ...init.headers as Record<string, string>, ...condition };
      response = await fetch(at(target), { ...init, headers });
    } catch (cause) {
      return { kind: "unknown", detail: messageOf(cause) };
    }
    const { status } = response;
    if (response.ok) return { kind: "written", etag: response.headers.get("etag") };
    if (status === 412) return { kind: "changed" };
    const detail = `${host} answered with ${status}.`;
    return status >= 500 ? { kind: "unknown", detail } : { kind: "refused", detail };
  };
  return {
    read: async (target) => {
      const response = await fetch(at(target));
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok) {
        throw new UnavailableError(`${host} answered with ${response.status} when reading the event.`);
      }
      const text = await response.text();
      if (text.length > MAX_CHARACTERS) throw new UnavailableError("The event is larger than 1 MiB.");
      return { text, etag: response.headers.get("etag") };
    },
    put: (target, body, ifMatch) =>
      write(
        target,
        { method: "PUT", body, headers: { "content-type": "text/calendar; charset=utf-8" } },
        ifMatch,
      ),
    remove: (target, ifMatch) => write(target, { method: "DELETE" }, ifMatch),
  };
}

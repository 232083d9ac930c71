import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { Item } from "../../../../store/planner/item.ts";
import { LOCAL_SOURCE, plannerSourceStream } from "../../../../store/planner/source_stream.ts";
import { sha256 } from "../../../../store/chain.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { limitTurns } from "../../../ground/kernel/turns.ts";
import { keepMaterial } from "../../../ground/material/keep.ts";
import { contentOf } from "../../calendars/content.ts";
import { importItems, newImport } from "./import.ts";
import { parseTexts } from "../../calendars/read_source.ts";
import { wallOf } from "../../icalendar/wall.ts";
import { windowAt } from "../../dates/window.ts";
import type { Held, Place } from "../../calendars/place.ts";
import { readJson } from "../../../../store/json_text.ts";

/** The local calendar. Its objects are material; their ETag is their hash. */
export const LOCAL_CALENDAR = "local";

/** The local calendar's stream owns everything that it contains. */
export const ownerOf = (sourceId: string) =>
  ({ kind: "stream", id: `${plannerSourceStream.kind}/${sourceId}` }) as const;

/** One change after the other: what a change was compared with is still there when it is written. */
const takeTurn = limitTurns(1);

/** The local calendar as a store of objects. Nothing leaves this machine for it. */
export function localPlace(ctx: Ctx, signal: AbortSignal): Place {
  const read = (target: string) => heldAt(ctx, target);
  return {
    read,
    put: async (target, text, ifMatch) => {
      using _turn = await takeTurn();
      if ((await read(target))?.etag !== (ifMatch ?? undefined)) return { kind: "changed" };
      const etag = `"${sha256(text)}"`;
      await keepMaterial(ctx, {
        content: new TextEncoder().encode(text),
        owner: ownerOf(LOCAL_SOURCE),
        until: null,
      });
      await bring(ctx, [{ target, text }], signal);
      return { kind: "written", etag };
    },
    remove: async (target, ifMatch) => {
      using _turn = await takeTurn();
      if ((await read(target))?.etag !== (ifMatch ?? undefined)) return { kind: "changed" };
      await bring(ctx, [{ target, text: null }], signal);
      return { kind: "written", etag: null };
    },
  };
}

/** Returns the items of the local calendar, or only those of an event. */
const rowsOf = ({ store }: Pick<Core, "store">, uid: string | null = null): Item[] =>
  store.projector.tables.all<Pick<ItemRow, "body">>(
    `select body from {planner_items} where source_id = ? and status <> 'gone' ${
      uid === null ? "" : "and uid = ?"
    }`,
    LOCAL_SOURCE,
    ...(uid === null ? [] : [uid]),
  ).map(({ body }) => readJson(body));

async function heldAt(ctx: Ctx, target: string): Promise<Held | null> {
  // An object is named after the UID of its event.
  const uid = target.slice(target.lastIndexOf("/") + 1).replace(/\.ics$/, "");
  const item = rowsOf(ctx, uid).find(({ sourceRef }) => sourceRef === target);
  if (!item?.etag) return null;
  return { text: await ctx.artifacts.readText(item.etag.slice(1, -1)), etag: item.etag };
}

/** Takes objects over into the planner; a text of null means that the object is gone. */
async function bring(
  ctx: Ctx,
  objects: readonly { target: string; text: string | null }[],
  signal: AbortSignal,
): Promise<void> {
  const texts = objects.flatMap(({ target, text }) =>
    text === null ? [] : [{ ref: target, calendarId: LOCAL_CALENDAR, etag: `"${sha256(text)}"`, text }]
  );
  const window = windowAt(ctx.now());
  const refresh = newImport(ctx, null);
  const parsed = await parseTexts("calendar", "The local calendar", texts, { window, signal });
  const content = contentOf({ texts, gone: objects.map(({ target }) => target) });
  await importItems(ctx, refresh, content, parsed);
}

/** Recomputes the occurrences of the local calendar when the window of known occurrences has moved. */
export async function expandLocal(ctx: Ctx, signal: AbortSignal): Promise<void> {
  using _turn = await takeTurn();
  const first = wallOf(windowAt(ctx.now()).from);
  // An event without a rule that was too far ahead has no occurrence yet.
  const isOpen = ({ rrule, occurrences, start }: Item) =>
    rrule !== null || (occurrences.length === 0 && start !== null && start.local >= first);
  const targets = new Set(rowsOf(ctx).filter(isOpen).flatMap(({ sourceRef }) => sourceRef ?? []));
  const objects = [];
  for (const target of targets) {
    const held = await heldAt(ctx, target);
    if (held) objects.push({ target, text: held.text });
  }
  if (objects.length > 0) await bring(ctx, objects, signal);
}

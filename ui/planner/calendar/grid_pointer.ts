import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DAY_MINUTES } from "../common/days.ts";
import type { Block } from "./blocks.ts";
import { drawnSpan, type GridPlace, type LocalSpan, movedSpan, resizedSpan } from "./spans.ts";

/** What a pointer does with the grid of hours. */
export type GridActions = {
  /** A span was drawn, or a free place was clicked. */
  onDraw: (span: LocalSpan) => void;
  onMove: (block: Block, span: LocalSpan) => void;
};

/** A press that turns into a drag once the pointer has moved this far. */
const DRAG_PIXELS = 4;

/** The bottom of a block, which changes its end. */
const EDGE_PIXELS = 6;

type Press = { x: number; y: number; at: GridPlace; block: Block | null; isEnd: boolean };

/**
 * Lets a mouse or pen draw, move and resize in the grid; a finger scrolls it, and a tap on a free place draws. Returns the span that a
 * drag would make; null without one.
 */
export function useGridPointer(
  grid: RefObject<HTMLElement | null>,
  actions: GridActions | null,
  blocks: readonly Block[],
  timeZone: string,
): Signal<LocalSpan | null> {
  const latest = useRef({ actions, blocks, timeZone });
  latest.current = { actions, blocks, timeZone };
  const shown = useSignal<LocalSpan | null>(null);
  useEffect(() => {
    const element = grid.current!;
    let press: Press | null = null;
    // The click that follows a drag is none, also where Escape ended it.
    let isDrag = false;
    const end = () => {
      press = null;
      shown.value = null;
    };
    const spanTo = ({ at, block, isEnd }: Press, to: GridPlace): LocalSpan => {
      if (block === null) return drawnSpan(at, to);
      const { timeZone } = latest.current;
      return isEnd ? resizedSpan(block, to, timeZone) : movedSpan(block, at, to, timeZone);
    };
    const down = (event: PointerEvent) => {
      isDrag = false;
      const at = slotAt(element, event);
      if (event.button !== 0 || event.pointerType === "touch" || !at || !(event.target instanceof Element)) {
        return;
      }
      const over = event.target.closest<HTMLElement>(".cal-block");
      const block = latest.current.blocks.find(({ key }) => key === over?.dataset.movable) ?? null;
      if (over && !block) return;
      const isEnd = over !== null && over.getBoundingClientRect().bottom - event.clientY < EDGE_PIXELS;
      press = { x: event.clientX, y: event.clientY, at, block, isEnd };
    };
    const move = (event: PointerEvent) => {
      const to = press && slotAt(element, event);
      if (!press || !to) return;
      const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG_PIXELS;
      if (shown.value === null && !isFar) return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      isDrag = true;
      shown.value = spanTo(press, to);
    };
    const up = () => {
      const [was, span] = [press, shown.value];
      end();
      if (!was || !span) return;
      const { actions } = latest.current;
      if (was.block) actions?.onMove(was.block, span);
      else actions?.onDraw(span);
    };
    const click = (event: MouseEvent) => {
      const follows = isDrag && event.detail > 0;
      isDrag = false;
      if (follows) return stop(event);
      const at = slotAt(element, event);
      const isFree = event.target instanceof Element && !event.target.closest(".cal-block");
      if (at && isFree) latest.current.actions?.onDraw(drawnSpan(at, at));
    };
    const key = (event: KeyboardEvent) => event.key === "Escape" && end();
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", end);
    element.addEventListener("click", click, { capture: true });
    addEventListener("keydown", key);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", end);
      element.removeEventListener("click", click, { capture: true });
      removeEventListener("keydown", key);
    };
  }, []);
  return shown;
}

const stop = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};

/** Returns the day and the time at a point of the grid; null beside its days. */
function slotAt(grid: HTMLElement, { clientX, clientY }: MouseEvent): GridPlace | null {
  const column = [...grid.querySelectorAll<HTMLElement>(".cal-column")].find((each) => {
    const { left, right } = each.getBoundingClientRect();
    return clientX >= left && clientX < right;
  });
  if (!column?.dataset.date) return null;
  const { top, height } = column.getBoundingClientRect();
  return { date: column.dataset.date, minutes: ((clientY - top) / height) * DAY_MINUTES };
}

import { effect } from "@preact/signals";
import type { Frame } from "../../shell/frame.ts";
import { desktopChoices } from "./choices.ts";

/** Shows desktop notifications while they are turned on; loads the code only then. */
export function followChoice(frame: Frame): void {
  const { shown } = desktopChoices(frame.preferences);
  let stop: Promise<() => void> | null = null;
  effect(() => {
    if (shown.value === "on") stop ??= import("./show.ts").then(({ showOnDesktop }) => showOnDesktop(frame));
    else {
      void stop?.then((end) => end());
      stop = null;
    }
  });
}

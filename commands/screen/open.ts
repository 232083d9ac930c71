import { render } from "ink";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { followQueue } from "./live.ts";
import { createSession, type Outside } from "./session.ts";
import { initialState } from "./state.ts";
import { createElement } from "./view/element.ts";
import { Screen } from "./view/screen.ts";

/** Shows the screen until the person leaves it, then restores the terminal. */
export async function openScreen(
  { environment }: Shell,
  connection: ServiceClient,
  { repository, ...outside }: { repository: string } & Omit<Outside, "quit">,
): Promise<void> {
  const { columns, rows } = Deno.consoleSize();
  const over = new AbortController();
  const first = initialState({ columns, height: rows, colour: !environment("NO_COLOR"), repository });
  const session = createSession(connection, first, { ...outside, quit: () => shown.unmount() });
  const shown = render(createElement(Screen, { session }), {
    alternateScreen: true,
    exitOnCtrlC: false, // it is a key like the others
    incrementalRendering: true,
    interactive: true, // it is a terminal, whatever variables of a build server say
    patchConsole: false,
  });
  const following = followQueue(connection, { signal: over.signal, tell: session.tell })
    .catch((error) => shown.unmount(error));
  try {
    await shown.waitUntilExit();
  } finally {
    session.stop();
    over.abort();
    await following;
  }
}

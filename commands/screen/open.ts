import { render } from "ink";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { draftFile } from "./draft_file.ts";
import { followQueue } from "./live.ts";
import { createSession, type Outside } from "./session.ts";
import { initialState } from "./state.ts";
import { createElement } from "./view/element.ts";
import { Screen } from "./view/screen.ts";

/** Shows the screen until the person leaves it, then restores the terminal. */
export async function openScreen(
  { environment }: Shell,
  connection: ServiceClient,
  { repository, directory, ...outside }:
    & { repository: string; directory: string }
    & Omit<Outside, "quit" | "keep">,
): Promise<void> {
  const { columns, rows } = Deno.consoleSize();
  const over = new AbortController();
  const { read, keep } = draftFile(environment, directory);
  const colour = !environment("NO_COLOR");
  const first = initialState({ columns, height: rows, colour, repository, drafts: read() });
  const session = createSession(connection, first, { ...outside, keep, quit: () => shown.unmount() });
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

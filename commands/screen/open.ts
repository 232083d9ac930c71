import { render } from "ink";
import type { ServiceClient } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { draftFile } from "./draft_file.ts";
import { followQueue } from "./live.ts";
import { createSession, type Outside } from "./session.ts";
import { editText } from "../terminal/edit_text.ts";
import { initialState } from "./state.ts";
import type { ScreenInput } from "./step.ts";
import { createElement } from "./view/element.ts";
import { Screen } from "./view/screen.ts";

/** Shows the screen until the person leaves it, then restores the terminal. */
export async function openScreen(
  { environment }: Shell,
  connection: ServiceClient,
  { repository, directory, ...outside }:
    & { repository: string; directory: string }
    & Omit<Outside, "quit" | "keep" | "edit">,
): Promise<void> {
  const { columns, rows } = Deno.consoleSize();
  const over = new AbortController();
  const { read, keep } = draftFile(environment, directory);
  const colour = !environment("NO_COLOR");
  const first = initialState({ columns, height: rows, colour, repository, drafts: read() });
  let editing: string | null = null;
  const session = createSession(connection, first, {
    ...outside,
    keep,
    edit: (text) => {
      editing = text;
      shown.unmount();
    },
    quit: () => shown.unmount(),
  });
  const show = () =>
    render(createElement(Screen, { session }), {
      alternateScreen: true,
      exitOnCtrlC: false, // it is a key like the others
      incrementalRendering: true,
      interactive: true, // it is a terminal, whatever variables of a build server say
      patchConsole: false,
    });
  let shown = show();
  const following = followQueue(connection, { signal: over.signal, tell: session.tell })
    .catch((error) => shown.unmount(error));
  try {
    for (;;) {
      await shown.waitUntilExit();
      if (editing === null) break;
      session.tell(await written(environment, editing));
      editing = null;
      shown = show();
    }
  } finally {
    session.stop();
    over.abort();
    await following;
  }
}

/** Returns what the person wrote in their editor from a text, or why there is no editor. */
async function written(environment: Shell["environment"], text: string): Promise<ScreenInput> {
  const editor = environment("VISUAL") || environment("EDITOR");
  if (!editor) {
    return { kind: "said", text: "Set EDITOR to your editor, such as: export EDITOR=vim", tone: "bad" };
  }
  const edited = await editText(editor, text);
  return edited === null
    ? { kind: "said", text: `${editor} did not end well, so the text is as before.`, tone: "bad" }
    : { kind: "edited", text: edited };
}

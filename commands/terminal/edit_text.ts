import { join } from "node:path";
import { leavingInterrupts } from "./interrupts.ts";

/**
 * Opens a text in an editor, a command line such as `code --wait`, and returns what was written without the line break at its end; null
 * if the editor failed. Only this user can read the file while it is there.
 */
export async function editText(editor: string, text: string): Promise<string | null> {
  const directory = await Deno.makeTempDir({ prefix: "agent-harness-edit-" });
  const file = join(directory, "REQUEST.md");
  try {
    await Deno.writeTextFile(file, text, { mode: 0o600 });
    // As git does it: the shell splits the editor's words, and the file is one argument whatever its name.
    const command = new Deno.Command("sh", {
      args: ["-c", `${editor} "$1"`, "editor", file],
      stdin: "inherit",
      stdout: "inherit",
      stderr: "inherit",
    });
    const { success } = await leavingInterrupts(() => command.output());
    return success ? (await Deno.readTextFile(file)).replace(/\n$/, "") : null;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

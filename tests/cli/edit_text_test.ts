import assert from "node:assert/strict";

Deno.test("Ctrl-C in the editor is the editor's: the text is read afterwards, and its file is removed", async () => {
  const place = Deno.makeTempDirSync();
  const module = new URL("../../commands/terminal/edit_text.ts", import.meta.url).href;
  // As in a terminal, where Ctrl-C goes to both programs.
  const editor = "kill -INT $PPID; seq 3000000 | tail -n 1 >/dev/null; echo edited >";
  const { code, signal, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", `console.log(await (await import("${module}")).editText("${editor}", "before"));`],
    env: { TMPDIR: place },
  }).output();
  assert.deepEqual([code, signal, new TextDecoder().decode(stdout)], [0, null, "edited\n"]);
  assert.deepEqual([...Deno.readDirSync(place)], []);
  Deno.removeSync(place, { recursive: true });
});

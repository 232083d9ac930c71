import assert from "node:assert/strict";
import { join } from "node:path";
import { testNeeding } from "../../kit/skip.ts";
import { askFirst, NO_TMUX as missing, PROMPT, terminalPlace as place } from "../terminal_place.ts";

const listed = (directory: string): string[] => [...Deno.readDirSync(directory)].map(({ name }) => name);

testNeeding(missing, {
  name:
    "the screen: what is written outlasts Esc, leaving and a kill, readable only by its user, until it is sent",
  fn: async () => {
    await using there = await place();
    await there.serve();
    await askFirst(there);
    await using terminal = await there.terminal();
    const start = async () => {
      await terminal.type(there.command);
      await terminal.press("Enter");
      return await terminal.shows(/Waits for you 1\b[^]*● #1/);
    };
    const drafts = join(terminal.directory, ".local/state/agent-harness/drafts");
    const words = 'create kept.txt with "2"';
    await start();
    await terminal.type("w");
    await terminal.type(words);
    await terminal.shows(/What should be done\? create kept\.txt with "2"/);
    await terminal.press("Escape");
    await terminal.shows(/w {2}request work/);
    await terminal.press("C-c", "C-c");
    await terminal.shows(PROMPT);
    const [file] = listed(drafts);
    assert.equal((await Deno.stat(join(drafts, file!))).mode! & 0o777, 0o600);
    assert.equal((await Deno.stat(drafts)).mode! & 0o777, 0o700);

    await start();
    await terminal.shows(/A request was not sent yet\. Press w to continue it\./);
    await terminal.type("w");
    await terminal.shows(/What should be done\? create kept\.txt with "2"/);
    await terminal.type(" # still");
    await terminal.shows(/with "2" # still/);
    const shell = await terminal.told("#{pane_pid}");
    const child = (await Deno.readTextFile(`/proc/${shell}/task/${shell}/children`)).trim();
    Deno.kill(Number(child), "SIGKILL");
    await terminal.shows(/Killed/);
    // What a killed program left on the screen is not what the next one shows.
    await terminal.send("clear");
    await terminal.shows(/^(?![^]*Waits for you)/);

    await start();
    await terminal.type("w");
    await terminal.shows(/with "2" # still/);
    for (let i = 0; i < " # still".length; i++) await terminal.press("BSpace");
    await terminal.shows(/with "2" *$/m);
    await terminal.press("Enter");
    await terminal.shows(/Waits for you 2[^]*❯ ● #2[^]*a approve/);
    assert.deepEqual(listed(drafts), [], "what was sent is not kept");

    await terminal.type("x");
    await terminal.shows(/Why do you reject it\?/);
    await terminal.type("not like that");
    await terminal.shows(/\(optional\) not like that/);
    await terminal.press("Escape");
    await terminal.shows(/w {2}request work/);
    await terminal.type("w");
    await terminal.shows(/What should be done\? *$/m);
    await terminal.press("Escape");
    await terminal.shows(/w {2}request work/);
    await terminal.type("x");
    await terminal.shows(/\(optional\) not like that/);
    await terminal.press("Enter");
    await terminal.shows(/Rejected\. Nothing was written\./);
    assert.deepEqual(listed(drafts), []);
  },
});

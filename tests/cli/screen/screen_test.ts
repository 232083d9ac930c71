import assert from "node:assert/strict";
import { join } from "node:path";
import { testNeeding } from "../../kit/skip.ts";
import { askFirst, NO_TMUX as missing, PROMPT, terminalPlace as place } from "../terminal_place.ts";

const ESCAPE = "\x1b";

testNeeding(missing, {
  name:
    "the screen: a run is requested, read, approved by keys and applied; a killed service is reported and found again; the terminal is left clean",
  fn: async () => {
    await using there = await place();
    const service = await there.serve();
    await askFirst(there);
    await using terminal = await there.terminal();
    await terminal.type(there.command);
    await terminal.press("Enter");
    await terminal.shows(/Waits for you 1\b[^]*● #1/);
    await terminal.type("w");
    await terminal.shows(/What should be done\?/);
    await terminal.type('create wo.txt ith "2" 家家');
    await terminal.press("C-w", "M-b", "C-Left");
    await terminal.type("w");
    await terminal.press("Home", "C-Right", "Right");
    await terminal.type("t");
    const written = await terminal.shows(/^What should be done\? create two\.txt with "2" *$/m);
    const row = written.split("\n").findIndex((line) => line.startsWith("What"));
    assert.equal(await terminal.told("#{cursor_x} #{cursor_y} #{cursor_flag}"), `29 ${row} 1`);
    await terminal.press("Enter");
    await terminal.shows(/Waits for you 2[^]*❯ ● #2[^]*a approve/);
    await terminal.press("Enter");
    await terminal.shows(/Esc back/);
    await terminal.type("a");
    await terminal.shows(/Finished 1[^]*Approved and applied/);
    assert.equal(await Deno.readTextFile(join(there.repository, "two.txt")), "2");

    await terminal.resize(80, 24);
    const narrow = await terminal.shows(/^┏━{78}┓$/m);
    assert.match(narrow, /❯ ● #1/, "what waits next is selected");
    await terminal.press("Enter");
    await terminal.shows(/#1 {2}diff[^]*Diff *┃\n[^]*\n┃\+1/);
    await terminal.type("/");
    await terminal.type("SHA256");
    await terminal.shows(/no match[^]*Find: SHA256/);
    for (let i = 0; i < 6; i++) await terminal.press("BSpace");
    await terminal.type("sha256");
    await terminal.shows(/1 of 2 matches[^]*Find: sha256/);
    await terminal.press("Enter");
    await terminal.type("n");
    await terminal.shows(/2 of 2 matches/);
    await terminal.press("Escape");
    await terminal.shows(/#1 {2}diff {2}1 of 1 file seen/);
    await terminal.resize(140, 40);
    await terminal.shows(/┓╭|╮┏/);

    await service.kill();
    await terminal.shows(/The service is not responding/);
    await terminal.type("S");
    await terminal.shows(/❯ ● #1[^]*w {2}request work in sums[^]*a approve/);
    await terminal.type("x");
    await terminal.shows(/Why do you reject it\?/);
    await terminal.send("not that");
    await terminal.shows(/Waits for you 0[^]*Rejected. Nothing was written./);

    assert.equal(await terminal.told("#{alternate_on}"), "1");
    await terminal.press("C-c");
    await terminal.shows(/Press Ctrl-C again to leave; runs continue\./);
    await terminal.press("C-c");
    await terminal.shows(PROMPT);
    assert.equal(await terminal.told("#{alternate_on} #{cursor_flag}"), "0 1");
    await terminal.type("stty -a | grep -c ' icanon.* echo '");
    await terminal.press("Enter");
    await terminal.shows(/^1$/m);
    await there.endStarted();
  },
});

testNeeding(missing, {
  name: "the screen: one of two changes is accepted by keys, verified alone, and that alone is applied",
  fn: async () => {
    await using there = await place();
    const service = await there.serve();
    const request = 'create one.txt with "1"\ncreate two.txt with "2"';
    await there.connection.call("POST /coordinator/runs", { body: { request, repoPath: there.repository } });
    await using terminal = await there.terminal();
    await terminal.type(there.command);
    await terminal.press("Enter");
    await terminal.shows(/❯ ● #1[^]*Tab next change/);
    await terminal.press("Tab");
    await terminal.shows(/❯\[x\] @@[^]*Space leave it out/);
    await terminal.type(" ");
    await terminal.shows(/❯\[ \] @@[^]*a accept 1 of 2 changes · .*Space accept it/);
    await terminal.type("a");
    await terminal.shows(
      /Nothing is written yet\.[^]*Press a again to accept 1 of 2 changes\.[^]*a accept 1/,
    );
    await terminal.type("a");
    await terminal.shows(
      /❯ ● #1[^]*Writes 1 file to [^,]*sums[^]*A new checkpoint shows these changes alone[^]*a approve/,
    );
    await terminal.type("aa");
    await terminal.shows(/Press a again[^]*1 more key came at the same time[^]*a approve/);
    await terminal.type("a");
    await terminal.shows(/Finished 1[^]*Approved and applied/);
    assert.equal(await Deno.readTextFile(join(there.repository, "two.txt")), "2");
    await assert.rejects(Deno.stat(join(there.repository, "one.txt")), Deno.errors.NotFound);
    await terminal.type("z");
    await terminal.shows(
      /Waits for you 1[^]*Undo: create one[^]*Its undo waits for your review in the queue\./,
    );
    await terminal.type("q");
    await terminal.shows(PROMPT);
    await service.kill();
  },
});

testNeeding(missing, {
  name:
    "the screen: a title that sets the window's title is only shown, also where a request meets its files, and with NO_COLOR nothing has a colour",
  fn: async () => {
    await using there = await place();
    const service = await there.serve();
    await there.connection.call("POST /coordinator/runs", {
      body: { request: 'create one.txt with "\x1b]2;pwned\x07\x1b[31m1"', repoPath: there.repository },
    });
    await using terminal = await there.terminal({ NO_COLOR: "1" });
    await terminal.type(there.command);
    await terminal.press("Enter");
    await terminal.shows(/❯ ● #1 .*␛\]2;pwned[^]*a approve/);
    assert.notEqual(await terminal.told("#{pane_title}"), "pwned");
    assert.ok(!(await terminal.coloured()).includes(ESCAPE));
    await terminal.type("w");
    await terminal.shows(/What should be done\?/);
    await terminal.type('replace "1" with "2" in one.txt');
    await terminal.press("Enter");
    await terminal.shows(/Created run #2\. An open result changes one\.txt: .*␛\]2;pwned/);
    assert.notEqual(await terminal.told("#{pane_title}"), "pwned");
    await terminal.type("q");
    await terminal.shows(PROMPT);
    await terminal.type("clear; printf '\\033]2;pwned\\007\\033[31mred'");
    await terminal.press("Enter");
    await terminal.shows(/red\S*[$#]\s*$/);
    assert.equal(await terminal.told("#{pane_title}"), "pwned", "the control");
    assert.ok((await terminal.coloured()).includes(ESCAPE), "the control");
    await service.kill();
  },
});

testNeeding(missing, {
  name: "a terminal that can only print lines gets a dialogue in lines instead of the screen",
  fn: async () => {
    await using there = await place();
    const service = await there.serve();
    await askFirst(there);
    await using terminal = await there.terminal();
    await terminal.type(there.command.replace("clear; ", "clear; TERM=dumb "));
    await terminal.press("Enter");
    await terminal.asks(/What should be done\? \(Enter to quit\)/);
    assert.equal(await terminal.told("#{alternate_on}"), "0");
    await terminal.press("Enter");
    await terminal.shows(PROMPT);
    await service.kill();
  },
});

testNeeding(missing, {
  name:
    "the screen: a request is written in the person's editor, and comes back to the line whatever the editor does",
  fn: async () => {
    await using there = await place();
    const service = await there.serve();
    await askFirst(there);
    const prepared = join(there.repository, "..", "prepared.md");
    await Deno.writeTextFile(prepared, 'create edited.txt with "3"\n');
    await using terminal = await there.terminal({ EDITOR: `cp ${prepared}` });
    await terminal.type(there.command);
    await terminal.press("Enter");
    await terminal.shows(/Waits for you 1\b[^]*● #1/);
    await terminal.type("w");
    await terminal.type("mend @A.T");
    await terminal.shows(/What should be done\? mend @A\.T *\nTab {2}a\.txt/);
    await terminal.press("Tab");
    await terminal.shows(/What should be done\? mend a\.txt *\nEnter send/);
    await terminal.press("C-g");
    await terminal.shows(/What should be done\? create edited\.txt with "3" *$/m);
    await Deno.remove(prepared);
    await terminal.press("C-g");
    await terminal.shows(/did not end well, so the text is as before[^]*create edited\.txt with "3"/);
    await terminal.press("Enter");
    await terminal.shows(/Waits for you 2[^]*❯ ● #2[^]*a approve/);
    await terminal.type("w");
    await terminal.press("Up");
    await terminal.shows(/What should be done\? create edited\.txt with "3" *$/m);
    await terminal.press("C-c", "C-c");
    await terminal.shows(PROMPT);
    await service.kill();
  },
});

testNeeding(missing, {
  name:
    "the screen: an equal change of four files is shown once and can be unfolded; one look at it sees all of them",
  fn: async () => {
    await using there = await place();
    const service = await there.serve();
    const request = [1, 2, 3, 4].map((n) => `create p${n}.txt with "same"`).join("\n");
    await there.connection.call("POST /coordinator/runs", { body: { request, repoPath: there.repository } });
    await using terminal = await there.terminal();
    await terminal.type(there.command);
    await terminal.press("Enter");
    await terminal.shows(/❯ ● #1[^]*The same change in 3 more files, compared line by line:[^]*a approve/);
    await terminal.press("Enter");
    await terminal.shows(/#1 {2}diff {2}4 of 4 files seen/);
    await terminal.type("e");
    await terminal.shows(/file \d of 4[^]*\+\+\+ b\/p2\.txt/);
    await terminal.type("e");
    await terminal.shows(/The same change in 3 more files/);
    await terminal.type("a");
    await terminal.shows(/Finished 1[^]*Approved and applied/);
    assert.equal(await Deno.readTextFile(join(there.repository, "p4.txt")), "same");
    await terminal.type("q");
    await terminal.shows(PROMPT);
    await service.kill();
  },
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { sandboxTest } from "../../sandbox.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { World } from "./acp_world.ts";
import { script } from "./script.ts";

sandboxTest(
  "what an agent's program puts in place of a directory while its files are read leads to no file of the person",
  async () => {
    const secret = temporaryDirectory();
    Deno.writeTextFileSync(join(secret, "key"), "canary\n");
    await using world = await World.open({ dial: "everything" });
    const { h } = world;
    // git lists the directory, then reads its files; the first one takes a while, and the access time says when it has begun.
    const prepare =
      "mkdir d; head -c 30000000 /dev/urandom > d/0; touch -a -d 2001-01-01 d/0; echo decoy > d/key";
    const swap = `until [ "$(stat -c %X d/0)" -gt 1000000000 ]; do :; done; mv d z; ln -s ${secret} d`;
    const asked = await world.begin(script(
      { do: "run", command: prepare, how: "unasked" },
      { do: "run", command: swap, how: "detached" },
      { do: "edit", path: "b.txt", text: "b\n" },
    ));
    const { title, evidence } = pendingOf(asked);
    assert.match(title, /without asking: d\/0, d\/key/);
    const shown = await h.service.artifacts.readText(evidence[0]!.sha256);
    assert.doesNotMatch(shown, /canary/);
    assert.match(shown, /\+decoy/, "the control: what is in that file is shown");
    await h.operator("POST /runs/:id/cancel", { params: { id: asked.id } });
    await h.settled(asked.id);
    Deno.removeSync(secret, { recursive: true });
  },
);

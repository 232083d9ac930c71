import assert from "node:assert/strict";
import { descendantsOf, isConfined, isStopped } from "../../services/machine/processes/table.ts";
import { whileStill } from "../../services/machine/processes/while_still.ts";
import { sandboxOfMachine, sandboxTest } from "../sandbox.ts";

sandboxTest(
  "a sandbox stands still until the last of several calls is done, and what was suspended in it stays so",
  async () => {
    const inside = "sleep 1000 & kill -STOP $!; echo ready; sleep 1000; exit 0";
    const child = new Deno.Command(sandboxOfMachine().program, {
      args: ["--unshare-user", "--unshare-pid", "--die-with-parent", "--dev-bind", "/", "/"]
        .concat("--proc", "/proc", "--", "sh", "-c", inside),
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    const below = () => descendantsOf(child.pid).filter(isConfined);
    const moving = () => below().filter((pid) => !isStopped(pid)).length;
    while (below().length < 3 || moving() !== 2) await Promise.resolve();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const service = {};
    const calls = [first, second].map(({ promise }, i) =>
      whileStill(service, [child.pid], () => (begun[i]!.resolve(), promise))
    );
    await Promise.all(begun.map(({ promise }) => promise));
    assert.equal(moving(), 0);
    first.resolve();
    await calls[0];
    assert.equal(moving(), 0, "the other call still needs it");
    second.resolve();
    await calls[1];
    assert.equal(moving(), 2, "all that moved before goes on, and nothing else");
    child.kill("SIGKILL");
    await Promise.all([reader.cancel(), child.status]);
  },
);

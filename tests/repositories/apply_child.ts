/** Applies a bundle and kills itself at the n-th boundary: `apply_child.ts <input.json> <n>`. */
import { applyBundle, type ApplyInput } from "../../services/machine/repositories/mod.ts";

const [file = "", last = "0"] = Deno.args;
const input = JSON.parse(await Deno.readTextFile(file)) as ApplyInput;
let reached = 0;
await applyBundle({
  ...input,
  boundary: () => {
    if (reached++ === Number(last)) Deno.kill(Deno.pid, "SIGKILL");
  },
});

import { BRIDGE_ARGUMENT } from "../services/network/bridge.ts";
import { main } from "../commands/main.ts";
import { type Build, declareBuild } from "../services/kernel/build.ts";
import { keepThisVersion } from "./versions.ts";

/** The entry of a packaged program: the command line, which knows what it was built from. */
const packaging = Deno.build.standalone ? "compiled" : "portable";
declareBuild(() => ({
  ...JSON.parse(Deno.readTextFileSync(new URL("../dist/build.json", import.meta.url))) as Build,
  packaging,
}));

if (packaging === "portable") {
  // It was of use until now: commands that a run starts find the person's own cache.
  Deno.env.delete("DENO_DIR");
  keepThisVersion(new URL("../..", import.meta.url));
}
// Inside of a sandbox the executable is its own bridge to the network.
if (Deno.args[0] === BRIDGE_ARGUMENT) {
  await import("../services/network/bridge.js");
} else Deno.exit(await main(Deno.args));

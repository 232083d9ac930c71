import { BRIDGE_ARGUMENT } from "../services/machine/network/bridge.ts";
import { PARSER_ARGUMENT } from "../services/ground/parsing/start_parser.ts";
import { main } from "../commands/main.ts";
import { declareProgram } from "../commands/program_words.ts";
import { type Build, declareBuild } from "../services/ground/kernel/build.ts";
import { VERIFIER_ARGUMENT } from "../services/operations/system/verification/process.ts";
import { PARSERS, verifyRestore } from "./parsers.later.ts";
import { permissionsOn, RUN_FLAGS } from "./program.ts";
import { keepThisVersion } from "./versions.ts";

/** The entry of a packaged program: the command line, which knows what it was built from. */
const packaging = Deno.build.standalone
  ? "compiled"
  : Deno.env.has("AGENT_HARNESS_EXECUTABLE")
  ? "portable"
  : "npm";
declareBuild(() => ({
  ...JSON.parse(Deno.readTextFileSync(new URL("../dist/build.json", import.meta.url))) as Build,
  packaging,
}));

if (packaging === "npm") {
  // Node is only needed to type the name: what is started from here on, such as a service, is Deno's own process.
  declareProgram([
    Deno.execPath(),
    "run",
    ...RUN_FLAGS,
    ...permissionsOn(Deno.build.os),
    import.meta.filename!,
  ]);
} else if (packaging === "portable") {
  // It was of use until now: commands that a run starts find the person's own cache.
  Deno.env.delete("DENO_DIR");
  keepThisVersion(new URL("../..", import.meta.url));
}
// Inside of a sandbox the executable is its own bridge to the network.
if (Deno.args[0] === BRIDGE_ARGUMENT) {
  await import("../services/machine/network/bridge.js");
} else if (Deno.args[0] === PARSER_ARGUMENT) {
  await PARSERS[Deno.args[1] ?? ""]?.();
} else if (Deno.args[0] === VERIFIER_ARGUMENT) {
  await verifyRestore();
} else Deno.exit(await main(Deno.args));

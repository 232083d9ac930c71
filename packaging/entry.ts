import { main } from "../commands/main.ts";
import { type Build, declareBuild } from "../services/system/build.ts";

/** The entry of a packaged program: the command line, which knows what it was built from. */
const packaging = Deno.build.standalone ? "compiled" : "portable";
declareBuild(() => ({
  ...JSON.parse(Deno.readTextFileSync(new URL("../dist/build.json", import.meta.url))) as Build,
  packaging,
}));

if (packaging === "portable") {
  // It was of use until now: commands that a run starts find the person's own cache.
  Deno.env.delete("DENO_DIR");
  const { keepThisVersion } = await import("./versions.ts" as string) as typeof import("./versions.ts");
  keepThisVersion(new URL("../..", import.meta.url));
}
Deno.exit(await main(Deno.args));

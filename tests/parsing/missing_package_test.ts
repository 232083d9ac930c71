import assert from "node:assert/strict";
import { type Published, Registry } from "../packaging/registry.ts";

const SHOUT: Published = {
  name: "shout",
  version: "1.0.0",
  manifest: { type: "module", main: "index.js" },
  files: { "index.js": "export const shout = (text) => text.toUpperCase();\n" },
};

const product = (path: string): string =>
  JSON.stringify(import.meta.resolve(`../../services/ground/parsing/${path}`));

const PARSER = `import { shout } from "shout";
import { serveParser } from ${product("serve_parser.ts")};
await serveParser((input) => shout(new TextDecoder().decode(input)));
`;

const MAIN = `import { runParser } from ${product("run_parser.ts")};
import { DEFAULT_LIMITS } from ${product("limits.ts")};
const parser = import.meta.resolve("./parser.ts");
const answer = runParser(parser, new TextEncoder().encode("hello"), DEFAULT_LIMITS);
console.log(await answer.catch(({ message }) => message));
`;

async function parsed(...published: Published[]): Promise<string> {
  await using registry = await Registry.start(...published);
  await registry.write("deno.json", {
    imports: { shout: "npm:shout@1.0.0" },
    nodeModulesDir: "none",
    unstable: ["npm-lazy-caching"],
  });
  await registry.write("parser.ts", PARSER);
  await registry.write("main.ts", MAIN);
  return (await registry.run(Deno.execPath(), "run", "-A", "--no-check", "--quiet", "main.ts")).text.trim();
}

Deno.test("what a parser imports is downloaded when it is first needed, and an error says where that is impossible", async () => {
  assert.equal(await parsed(SHOUT), '{"value":"HELLO"}');
  assert.match(await parsed(), /needs packages that could not be downloaded\. Connect this machine/);
});

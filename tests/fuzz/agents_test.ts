import { freshSeed } from "../recovery/seed.ts";
import { attackAsAgent } from "./agents/attack.ts";
import { attackAsClient } from "./agents/hostile_client.ts";

Deno.test("an agent that sends every message of its protocol in any order decides nothing, harms nothing and is ended with a reason", async () => {
  await attackAsAgent(freshSeed());
});

Deno.test("a client of MCP that sends every message in any order decides nothing, and is answered until it leaves", async () => {
  await attackAsClient(freshSeed(), 100);
});

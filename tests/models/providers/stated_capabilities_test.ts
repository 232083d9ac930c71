import assert from "node:assert/strict";
import { harness } from "../../harness.ts";
import { CatalogServer, configure, oneProvider } from "./catalog_server.ts";

Deno.test("the catalog of models shows what a server states about each, before anybody has used it", async () => {
  const data = [
    { id: "plain" },
    {
      id: "listed",
      name: "Listed",
      description: "Fast.\nMore.",
      capabilities: ["Tool-Use", "vision", "chat"],
    },
    {
      id: "flags",
      max_context_length: 32_000,
      capabilities: { function_calling: true, vision: false, completion_chat: true },
    },
    { id: "nested", capabilities: { thinking: { supported: true }, image_input: { supported: false } } },
    { id: "parameters", supported_parameters: ["tools"], capabilities: ["tools"] },
    { id: "odd", capabilities: 7, description: { a: 1 } },
  ];
  await using server = new CatalogServer({ kind: "lists", body: { data } });
  await using h = await harness({ localServers: [] });
  configure(h, oneProvider(server.baseUrl));
  await h.operator("POST /providers/:provider/health-check", { params: { provider: "near" } });
  const catalog = await h.operator("GET /model-catalog", { query: { provider: "near" } });
  assert.deepEqual(
    catalog.map((
      { model, capabilities, notes, contextTokens },
    ) => [model, capabilities, notes, contextTokens]),
    [
      ["plain", [], null, null],
      ["listed", ["tools", "vision"], "Listed: Fast.", null],
      ["flags", ["tools"], null, 32_000],
      ["nested", ["reasoning"], null, null],
      ["parameters", ["tools"], null, null],
      ["odd", [], null, null],
    ],
  );
});

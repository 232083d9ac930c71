import assert from "node:assert/strict";
import { harness } from "../harness.ts";

const SOURCE = `name: Look
hosts: [a.example, b.example]
nodes:
  - { id: look, kind: http_read, with: { url: "https://a.example/x" } }
  - { id: test, kind: command, dependsOn: [look], with: { command: make, network: true } }
  - { id: tell, kind: notify, dependsOn: [test], with: { title: t, content: done } }
`;

Deno.test("what a workflow may touch says which nodes it comes from: classes and hosts, too", async () => {
  await using h = await harness();
  const { blastRadius: { classes, hosts } } = await h.operator("POST /saved-workflows", {
    body: { source: SOURCE },
  });
  assert.deepEqual([classes.items, classes.from], [["command", "network", "none"], ["look", "test", "tell"]]);
  assert.deepEqual([hosts.items, hosts.from], [["a.example", "b.example"], ["look", "test"]]);
});

Deno.test("a circle is named as a whole, in the order in which its nodes depend on each other", async () => {
  await using h = await harness();
  const node = (id: string, ...needs: string[]) =>
    `  - { id: ${id}, kind: wait, dependsOn: [${needs}], with: { for: PT1S } }\n`;
  const sentence = async (...nodes: string[]) =>
    (await h.json("POST", "/saved-workflows", { source: `name: c\nnodes:\n${nodes.join("")}` })).body.error;
  assert.match(
    await sentence(node("z"), node("a", "z", "c"), node("b", "a"), node("c", "z", "b")),
    /The node "a" depends on itself: "a" → "c" → "b" → "a"\./,
  );
  assert.match(await sentence(node("a", "a")), /The node "a" depends on itself: "a" → "a"\./);
});

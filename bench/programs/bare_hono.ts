import { Hono } from "hono";

/** The bare equivalent of the service: the same router and server, one constant answer, nothing else. */
const document = JSON.parse(Deno.env.get("BENCH_BODY") ?? "{}");
const app = new Hono();
app.get("/health", (c) => c.json({ status: "ok" }));
app.get("/runs/:id", (c) => c.json(document));
Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.args[0]), onListen: () => {} }, app.fetch);

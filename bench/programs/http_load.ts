import { manyClients } from "../clients.ts";
import { HttpClient, requestBytes } from "../http_client.ts";
import { answerLines } from "../process.ts";

/** What is asked of this program: one round of requests, all alike. */
export type Load = {
  port: number;
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
  clients: number;
  count: number;
  status: number;
};

/** Sends requests from many keep-alive clients and answers with a `Sample`. */
const connected = new Map<number, Promise<HttpClient>[]>();

async function load({ port, method, path, body, headers = {}, clients, count, status }: Load) {
  const request = requestBytes(port, method, path, { headers, ...(body !== undefined && { body }) });
  if (!connected.has(port)) {
    connected.set(port, Array.from({ length: clients }, () => HttpClient.connect(port)));
  }
  const open = await Promise.all(connected.get(port)!);
  return await manyClients(clients, count, async (client) => {
    const answer = await open[client]!.send(request);
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status}`);
  });
}

await answerLines(load);
for (const clients of connected.values()) for (const client of clients) (await client).close();

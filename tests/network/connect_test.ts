import assert from "node:assert/strict";
import { connectToOne } from "../../services/machine/network/relay.ts";

Deno.test("an address of a host that says nothing leaves time for the host's others", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const tried: string[] = [];
  const connect = (options: Deno.ConnectOptions) => {
    tried.push(options.hostname!);
    if (options.hostname === "127.0.0.1") return Deno.connect(options);
    const signal = options.signal!;
    const aborted = Promise.withResolvers<Deno.Conn>();
    if (signal.aborted) aborted.reject(signal.reason);
    signal.addEventListener("abort", () => aborted.reject(signal.reason));
    return aborted.promise;
  };
  const { signal } = new AbortController();
  const limits = { connect, milliseconds: 1000 };
  using found = await connectToOne(["silent", "127.0.0.1"], listener.addr.port, signal, limits);
  assert.ok(found);
  assert.deepEqual(tried, ["silent", "127.0.0.1"]);
  const none = await connectToOne(["silent", "silent"], 1, signal, { connect, milliseconds: 20 });
  assert.equal(none, null, "control: they all say nothing");
  const ended = await connectToOne(["silent", "silent"], 1, AbortSignal.abort(), {
    connect,
    milliseconds: 20,
  });
  assert.equal(ended, null);
});

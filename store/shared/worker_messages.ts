/**
 * Handles each message that this worker is sent; `send` sends one back. The types are those of both ends of the channel, which
 * is the program's own. Throws outside of a worker. The type library of workers cannot be loaded next to that of the service.
 */
export function onWorkerMessage<Received, Sent>(
  handle: (received: Received, send: (message: Sent) => void) => unknown,
): void {
  const worker: object = globalThis;
  if (!("postMessage" in worker) || typeof worker.postMessage !== "function") {
    throw new Error("This program runs in a worker of the service only.");
  }
  const { postMessage } = worker;
  globalThis.addEventListener("message", (event) => {
    if (event instanceof MessageEvent) handle(event.data, (message) => postMessage.call(globalThis, message));
  });
}

import { ApiError } from "../../client/client.ts";
import { randomKey } from "../../client/random_key.ts";
import type { Frame } from "../shell/mod.ts";

const PAUSE_MILLISECONDS = 2000;

/** Uploads a recording while it is made: in order, and each part until it is acknowledged. */
type Upload = {
  /** Queues the next bytes, which are sent when those before them are stored. */
  add: (bytes: Blob) => void;
  /** Ends the upload. Resolves when the service has everything, rejects if it refuses. */
  finish: () => Promise<void>;
};

/** Starts an upload. Calls `failed` if the service refuses a part; it keeps the earlier parts. */
export function beginUpload(
  { call }: Pick<Frame, "call">,
  { sessionId, name, mediaType }: { sessionId: string; name: string; mediaType: string },
  failed: (error: Error) => void,
): Upload {
  const uploadId = randomKey();
  let index = 0;
  let sent: Promise<void> = Promise.resolve();
  const send = async (bytes: Blob, last: boolean) => {
    const contentBase64 = await base64Of(bytes);
    for (;;) {
      try {
        const audio = { name, mediaType, contentBase64, uploadId, index, last };
        await call("POST /audio-sessions/:id/transcriptions", {
          params: { id: sessionId },
          body: { mode: "local", audio },
        });
        index++;
        return;
      } catch (error) {
        // A part whose acknowledgment was lost is sent again; the service stores it once.
        if (error instanceof ApiError && error.status < 500) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      }
    }
  };
  return {
    add: (bytes) => {
      if (bytes.size === 0) return;
      sent = sent.then(() => send(bytes, false));
      sent.catch(failed);
    },
    finish: () => sent.then(() => send(new Blob(), true)),
  };
}

/** Returns the bytes as base64. `FileReader` does it without blocking the page. */
function base64Of(bytes: Blob): Promise<string> {
  if (bytes.size === 0) return Promise.resolve("");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(bytes);
  return promise;
}

import { ApiError } from "../../client/client.ts";
import type { Frame } from "../shell/mod.ts";

const PAUSE_MILLISECONDS = 2000;

/** Sends a recording as it comes: part by part, in order, each again until it is answered. */
export type Upload = {
  /** Takes the next bytes; they are sent when those before them are on disk. */
  add: (bytes: Blob) => void;
  /** Says that no more will come; resolves when the service has all, rejects when it refuses. */
  finish: () => Promise<void>;
};

/** Begins an upload. Calls `failed` if the service refuses a part; the earlier parts are kept there. */
export function beginUpload(
  { call }: Pick<Frame, "call">,
  { sessionId, name, mediaType }: { sessionId: string; name: string; mediaType: string },
  failed: (error: Error) => void,
): Upload {
  const uploadId = crypto.randomUUID();
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
        // A part that was stored and not answered is the same again: the service takes it once.
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

/** The bytes as base64; a reader does it without holding the page up. */
function base64Of(bytes: Blob): Promise<string> {
  if (bytes.size === 0) return Promise.resolve("");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(bytes);
  return promise;
}

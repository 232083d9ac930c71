import type { ApiProtocol } from "../../protocol.ts";
import { namesOwner, openAiModels } from "./catalog.ts";
import { ollamaModels } from "./ollama_catalog.ts";

/** Google serves its own protocol next to the OpenAI-compatible one, with the same key. */
const GOOGLE_VERB = /:(?:stream)?\w*(?:Content|Tokens)$/i;

/** OpenAI's protocol. Ollama names itself `library` in its list, which omits most of its information. */
export const OPENAI: ApiProtocol = {
  list: "/models",
  read: openAiModels,
  fuller: { isFrom: (json) => namesOwner(json, "library"), path: "/api/tags", read: ollamaModels },
  keyHeaders: (key, pathname): Record<string, string> =>
    GOOGLE_VERB.test(pathname) ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` },
  headers: {},
  passages: [
    { method: "POST", path: "/chat/completions", generates: true },
    { method: "POST", path: "/responses", generates: true },
    { method: "GET", path: "/models", generates: false },
  ],
};

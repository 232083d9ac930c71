import { TestRepository } from "../git.ts";
import { startProcess } from "../secrets/service.ts";
import { temporaryDirectory } from "../temporary.ts";
import { AGENT, OPERATOR } from "../tokens.ts";

/** A service as a process of its own, in the usual setting: both tokens, its own storage, and a repository with a commit. */
export async function startProbed() {
  const storage = temporaryDirectory();
  const repository = TestRepository.make({ "a.txt": "hello\n" });
  const service = await startProcess({
    AGENT_HARNESS_STORAGE_DIR: storage,
    AGENT_HARNESS_PORT: String(freePort()),
    AGENT_HARNESS_TOKEN: OPERATOR,
    AGENT_HARNESS_AGENT_TOKEN: AGENT,
    AGENT_HARNESS_WORKERS: "2",
  });
  return {
    url: service.url,
    repository,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      repository[Symbol.dispose]();
      await Deno.remove(storage, { recursive: true });
    },
  };
}

/** A port that nothing listens at: an authorization server redirects to one that is known before. */
function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import { Badge } from "../../kit/badge.tsx";
import { counted } from "../../../client/words.ts";
import { useFrame } from "../../shell/mod.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

type State = Result<Api["GET /shell/git-status"]>;

/** The pause in typing before a path is read. */
const SETTLE_MILLISECONDS = 350;

/**
 * The state of the repository at a path: its branch, and whether it has uncommitted changes. Its line is reserved from the
 * start, so that the content below does not move when the state is known.
 */
export function RepositoryState({ path }: { path: string }) {
  const { call } = useFrame();
  const state = useSignal<State | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    state.value = problem.value = null;
    if (!path.trim()) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const query = { path: path.trim() };
        state.value = await call("GET /shell/git-status", { query }, { signal: abort.signal });
      } catch (error) {
        if (!abort.signal.aborted) problem.value = messageOf(error);
      }
    }, SETTLE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path]);
  const found = state.value;
  const words = problem.value
    ? <span class="field-problem">{problem.value}</span>
    : found
    ? <Found state={found} />
    : path.trim() && "Checking …";
  return <p class="row hint repository-state" role="status">{words}</p>;
}

function Found({ state }: { state: State }) {
  if (!state.isRepository) {
    return <>This directory has no git repository. The run starts from a private snapshot of it.</>;
  }
  const { ref, commit, clean, counts } = state;
  return (
    <>
      <Badge tone="info">{ref?.replace("refs/heads/", "") ?? "detached"}</Badge>
      <code>{commit?.slice(0, 12)}</code>
      {clean
        ? "No uncommitted changes."
        : `${
          counted(counts.total, "file")
        } with uncommitted changes. The run starts from the last commit, without them.`}
    </>
  );
}

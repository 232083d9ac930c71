import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type ChangedFiles, namedChanges } from "../../../client/open_changes.ts";
import { Link } from "../../kit/link.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame } from "../../shell/mod.ts";

/** The pause in typing before a path is read. */
const SETTLE_MILLISECONDS = 350;

/** Says which open results change files that the request names. Its line is reserved, so that nothing moves. */
export function OpenChanges({ path, request }: { path: string; request: string }) {
  const { call } = useFrame();
  const changed = useSignal<ChangedFiles | null>(null);
  useEffect(() => {
    changed.value = null;
    if (!path.trim()) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call("GET /approvals/changed-files", { query: { repoPath: path.trim() } }, { signal: abort.signal })
        .then((found) => changed.value = found, () => {});
    }, SETTLE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path]);
  const named = changed.value ? namedChanges(changed.value, request) : [];
  return (
    <div class="hint repository-state" role="status" aria-label="Open results">
      {named.map(({ id, title, files }) => (
        <p key={id} class="wrap-anywhere">
          An open result changes {files}:{" "}
          <Link to={id}>
            <ShownText text={title} />
          </Link>. This run starts without it.
        </p>
      ))}
    </div>
  );
}

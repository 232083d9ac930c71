import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Banner } from "../../kit/banner.tsx";
import { Code, Copy } from "../../kit/code.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Markdown } from "../../kit/markdown.tsx";
import { sentenceOf } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { bytes, ellipsis } from "../../../client/words.ts";
import { useFrame } from "../../shell/mod.ts";
import { neutralLines } from "../neutral_lines.ts";
import type { FileContent } from "../types.ts";

/** What is in a file of a conversation, as text. */
export function FileDialog({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const { call } = useFrame();
  const file = useSignal<FileContent | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    call("GET /coordinator/conversations/:id/artifact", { params: { id }, query: { path } }).then(
      (read) => file.value = read,
      (error) => problem.value = sentenceOf(error),
    );
  }, [path]);
  return (
    <Dialog title={file.value?.label || "File"} wide onClose={onClose}>
      {problem.value && <Banner tone="bad">{problem.value}</Banner>}
      {file.value ? <Content file={file.value} /> : !problem.value && <Skeleton lines={5} />}
    </Dialog>
  );
}

function Content({ file }: { file: FileContent }) {
  const { content, truncated, mediaType, size, sha256, label, previewType } = file;
  return (
    <>
      <p class="row small">
        <span>{mediaType}</span>
        <span>{bytes(size)}</span>
        <Copy text={sha256} shown={ellipsis(sha256, 13)} what="the SHA-256" />
      </p>
      {truncated && <Banner tone="info">Only the beginning is shown.</Banner>}
      {content === null
        ? <p>This file is not text and cannot be shown here.</p>
        : previewType === "markdown"
        ? <Markdown text={neutralLines(content)} />
        : <Code text={neutralLines(content)} label={`Content of ${label}`} wrap />}
    </>
  );
}

import { Banner } from "../../kit/banner.tsx";
import { Code, Copy } from "../../kit/text/code.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { Markdown } from "../../kit/text/markdown.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { bytes, ellipsis } from "../../../client/words.ts";
import { useResource } from "../../shell/mod.ts";
import type { FileContent } from "../types.ts";

/** The content of a file of a conversation, as text. */
export function FileDialog({ id, path, onClose }: { id: string; path: string; onClose: () => void }) {
  const file = useResource(
    ({ call }) => call("GET /coordinator/conversations/:id/artifact", { params: { id }, query: { path } }),
    () => false,
    path,
  );
  return (
    <Dialog title={file.value.value?.label || "File"} wide onClose={onClose}>
      <ResourceView resource={file} lines={5}>{(content) => <Content file={content} />}</ResourceView>
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
        ? <Markdown text={content} />
        : <Code text={content} label={`Content of ${label}`} wrap />}
    </>
  );
}

import { Banner } from "../../kit/banner.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { ManifestPanel } from "./manifest_panel.tsx";
import { VerifyPanel } from "./verify_panel.tsx";

/** What a complete backup holds, and whether a restored one is whole. */
export function BackupTab() {
  const manifest = usePageStore(({ call }: Frame) =>
    createResource(() => call("GET /control-plane/backup-manifest"))
  );
  useLive(() => false, () => void manifest.refresh());
  const shown = manifest.value.value;
  const problem = manifest.problem.value;
  return (
    <>
      <VerifyPanel />
      {problem && <Banner tone="bad">{problem}</Banner>}
      {shown
        ? <ManifestPanel manifest={shown} onRefresh={() => void manifest.refresh()} />
        : !problem && <Skeleton lines={6} />}
    </>
  );
}

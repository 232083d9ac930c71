import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { ManifestPanel } from "./manifest_panel.tsx";
import { VerifyPanel } from "./verify_panel.tsx";

/** What a complete backup holds, and whether a restored one is whole. */
export function BackupTab() {
  const manifest = useResource(({ call }) => call("GET /control-plane/backup-manifest"), () => false);
  return (
    <>
      <VerifyPanel />
      <ResourceView resource={manifest} lines={6}>
        {(shown) => <ManifestPanel manifest={shown} onRefresh={() => void manifest.refresh()} />}
      </ResourceView>
    </>
  );
}

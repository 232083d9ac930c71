import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { ManifestPanel } from "./manifest_panel.tsx";
import { VerifyPanel } from "./verify_panel.tsx";

/** The manifest of a complete backup, and the check of a restored one. */
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

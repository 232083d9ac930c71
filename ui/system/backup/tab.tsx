import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { BackupsPanel } from "./backups_panel.tsx";
import { ManifestPanel } from "./manifest_panel.tsx";
import { VerifyPanel } from "./verify_panel.tsx";

/** The backups, the manifest of a complete one, and the check of a restored one. */
export function BackupTab() {
  const backups = useResource(
    ({ call }) => call("GET /control-plane/backups", { query: { limit: 20 } }),
    ({ subject }) => subject.startsWith("backup/"),
  );
  const manifest = useResource(({ call }) => call("GET /control-plane/backup-manifest"), () => false);
  return (
    <>
      <ResourceView resource={backups} lines={3}>
        {(shown) => <BackupsPanel backups={shown} />}
      </ResourceView>
      <VerifyPanel />
      <ResourceView resource={manifest} lines={6}>
        {(shown) => <ManifestPanel manifest={shown} onRefresh={() => void manifest.refresh()} />}
      </ResourceView>
    </>
  );
}

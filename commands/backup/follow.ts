import type { BackupRecord } from "../../services/operations/backups/schemas.ts";
import type { ServiceClient } from "../service/connection.ts";
import { followStream } from "../service/stream.ts";
import { recordOf } from "../../store/shared/records.ts";

/** Waits until the service has finished a backup, and returns it. `after` is an earlier sequence number. */
export async function followBackup(
  connection: ServiceClient,
  id: string,
  after: number,
): Promise<BackupRecord> {
  const controller = new AbortController();
  const look = () => connection.call("GET /control-plane/backups/:id", { params: { id } });
  try {
    const stream = followStream(connection, `/events?cursor=${after}`, { signal: controller.signal });
    for await (const frame of stream) {
      const { subject } = recordOf(JSON.parse(frame.data));
      if (subject !== `backup/${id}`) continue;
      const backup = await look();
      if (backup.status !== "running") return backup;
    }
    return await look();
  } finally {
    controller.abort();
  }
}

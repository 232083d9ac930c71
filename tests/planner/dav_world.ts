import type { Harness } from "../harness.ts";
import { PASSWORD, type Radicale } from "./radicale.ts";

/** Sets up a Radicale as the source `dav`, asked at `url` where that is not its own address; returns the id of its secret. */
export async function configureRadicale(
  h: Pick<Harness, "operator">,
  radicale: Pick<Radicale, "url" | "host">,
  settings: Record<string, unknown> = {},
): Promise<string> {
  const secret = await h.operator("POST /secrets", {
    body: { name: "radicale", kind: "password", value: PASSWORD },
  });
  const source = {
    id: "dav",
    kind: "caldav" as const,
    url: radicale.url,
    username: "ann",
    secretId: secret.id,
    privateHost: radicale.host,
  };
  await h.operator("POST /planner/settings", {
    body: { timeZone: "UTC", refreshIntervalMinutes: 0, sources: [source], ...settings },
  });
  return secret.id;
}

import { basename, join } from "node:path";
import { EventTail } from "../../event_tail.ts";
import type { ServiceProcess } from "../../service_process.ts";
import { type Faults, withoutNames } from "./faults.ts";
import { bringToEnd } from "./outcome.ts";

const FILE = "after-the-cut.txt";
const CONTENT = "as always";

/** Checks that a new run works in every repository. */
export async function checkNewRuns(
  service: ServiceProcess,
  repositories: readonly string[],
  inImage: (path: string) => string,
  late: Promise<"late">,
  faults: Faults,
): Promise<void> {
  using tail = new EventTail(service);
  await Promise.all(repositories.map(async (repoPath) => {
    const request = `create ${FILE} with "${CONTENT}"`;
    const { id } = await service.operator("POST /coordinator/runs", { body: { request, repoPath } });
    const { status, detail } = await bringToEnd(service, tail, id, "applied", late);
    const kind = basename(repoPath) === "plain" ? "directory" : "repository";
    faults.look(
      status === "completed" && Deno.readTextFileSync(inImage(join(repoPath, FILE))) === CONTENT,
      `a new run in a ${kind} is ${status}: ${withoutNames(detail)}`,
      `${repoPath}: ${detail}`,
    );
  }));
}

import type { RestoreVerification } from "../../services/operations/system/verification/schemas.ts";
import { EXIT, ExitError } from "../exit_codes.ts";
import type { ServiceClient } from "./connection.ts";
import { pause, untilInterrupted } from "./stream.ts";

type Report = NonNullable<RestoreVerification["report"]>;

/** How often is asked how far it is: often at first, because most stores are small. */
const [FIRST_MILLISECONDS, MAX_MILLISECONDS] = [50, 1000];

/** Has the service verify its own directory, and waits for the report. Ctrl-C cancels it. */
export async function verifyByService(
  { call }: ServiceClient,
  progress: (percent: number) => void = () => {},
): Promise<Report> {
  using interrupted = untilInterrupted();
  let verification: RestoreVerification = await call("POST /control-plane/restore-verifications");
  const params = { id: verification.id };
  for (let wait = FIRST_MILLISECONDS; verification.status === "running"; wait *= 2) {
    await pause(Math.min(wait, MAX_MILLISECONDS), interrupted.signal);
    if (interrupted.signal.aborted) {
      await call("POST /control-plane/restore-verifications/:id/cancel", { params });
      throw new ExitError(EXIT.failed, "The verification was cancelled.");
    }
    verification = await call("GET /control-plane/restore-verifications/:id", { params });
    progress(verification.progress.percent);
  }
  if (verification.report) return verification.report;
  throw new ExitError(EXIT.failed, verification.statusDetail ?? "The verification has no result.");
}

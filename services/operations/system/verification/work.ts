import type { Core } from "../../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../../ground/kernel/errors.ts";
import type { RestoreFindings, RestoreRequest } from "./verifier_process.ts";
import { existing, type Made, made } from "../../../ground/kernel/made.ts";
import type { RestoreVerification, RestoreVerificationReport } from "./schemas.ts";
import { readVerifications, writeVerifications } from "./state_file.ts";
import { startVerifier, type Verifier } from "./process.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

type Service = Pick<Core, "config" | "now" | "newId" | "log">;

type Running = {
  key: string;
  verification: RestoreVerification;
  /** Whether anybody asked for it in the background, so that its state outlives the service. */
  kept: boolean;
  cancelled: boolean;
  verifier: Verifier;
  ended: Promise<RestoreVerificationReport>;
};

const MAX_KEPT = 20;

const INTERRUPTED =
  "The service stopped before the verification had ended, so nothing is known of its result.";

/** The verifications as the rest of the service sees them. */
type Verifications = Pick<VerificationWork, "latest" | "begin" | "verify" | "cancel">;

/** What a context has for them. */
export type VerificationsLive = { verifications: Verifications };

/** Verifies candidates, one at a time: each reads a whole log several times. */
export class VerificationWork {
  #latest: RestoreVerification[] = [];
  #running: Running | null = null;

  /** The verifications that are known, newest first. */
  get latest(): readonly RestoreVerification[] {
    return this.#latest;
  }

  /** Reads what earlier processes left, and notes that one of theirs was not finished. */
  start({ config, now, log }: Service): void {
    const earlier = readVerifications(config.storageDirectory);
    this.#latest = earlier.map((each) =>
      each.status !== "running" ? each : {
        ...each,
        status: "interrupted",
        statusDetail: INTERRUPTED,
        finishedAt: now().toISOString(),
      }
    );
    if (earlier.some(({ status }) => status === "running")) this.#write({ config, log });
  }

  /** Starts a verification, or returns the one of the same candidate. Throws `InvalidError` while another one is running. */
  begin(service: Service, request: RestoreRequest): Made<RestoreVerification> {
    const running = this.#running;
    if (running === null) return made(this.#begin(service, request, true).verification);
    if (running.key !== keyOf(request)) {
      const { id, directory } = running.verification;
      throw new InvalidError(
        `The verification ${id} of ${directory} is running. Request another when it has ended, or cancel it.`,
      );
    }
    running.kept = true;
    this.#write(service);
    return existing(running.verification);
  }

  /** Verifies a candidate and waits for the report; joins one of the same candidate, and waits for another one to end. */
  async verify(service: Service, request: RestoreRequest): Promise<RestoreVerificationReport> {
    const key = keyOf(request);
    while (this.#running !== null && this.#running.key !== key) await this.#running.ended.catch(() => {});
    return await (this.#running ?? this.#begin(service, request, false)).ended;
  }

  /** Cancels a verification that is running, and resolves when it has stopped. */
  async cancel(id: string): Promise<void> {
    const running = this.#running;
    if (running?.verification.id !== id) return;
    running.cancelled = true;
    running.verifier.stop();
    await running.ended.catch(() => {});
  }

  /** Stops the one that is running; the next start notes that it was interrupted. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    this.#running = null;
    running.verifier.stop();
    await running.ended.catch(() => {});
  }

  #begin(service: Service, request: RestoreRequest, kept: boolean): Running {
    const verification: RestoreVerification = {
      id: service.newId("verification"),
      status: "running",
      directory: request.directory,
      progress: { entriesRead: 0, entriesToRead: 0, percent: 0 },
      createdAt: service.now().toISOString(),
    };
    const verifier = startVerifier(request, ({ done, total }) => {
      const percent = total === 0 ? 0 : Math.floor(100 * done / total);
      this.#change(verification.id, { progress: { entriesRead: done, entriesToRead: total, percent } });
    });
    const running: Running = {
      key: keyOf(request),
      verification,
      kept,
      cancelled: false,
      verifier,
      ended: Promise.resolve().then(() => this.#end(service, running)),
    };
    running.ended.catch(() => {}); // those who wait for it handle the error
    this.#running = running;
    this.#latest = [verification, ...this.#latest].slice(0, MAX_KEPT);
    if (kept) this.#write(service);
    return running;
  }

  async #end(service: Service, running: Running): Promise<RestoreVerificationReport> {
    const { id, directory } = running.verification;
    const end = (change: Partial<RestoreVerification>) => {
      if (this.#running !== running) return; // the service is stopping
      this.#running = null;
      this.#change(id, { ...change, finishedAt: service.now().toISOString() });
      if (running.kept) this.#write(service);
    };
    try {
      const findings = await running.verifier.result;
      const report = reportOf(directory, findings, service.now());
      end({ status: "completed", report });
      return report;
    } catch (cause) {
      if (!running.cancelled) {
        end({ status: "failed", statusDetail: messageOf(cause) });
        throw cause;
      }
      end({ status: "cancelled", statusDetail: "It was cancelled before it had a result." });
      throw new UnavailableError("The verification was cancelled.", { cause });
    }
  }

  #change(id: string, change: Partial<RestoreVerification>): void {
    this.#latest = this.#latest.map((each) => each.id === id ? { ...each, ...change } : each);
  }

  /** The disk may be full, which is no reason not to verify what is on it. */
  #write({ config, log }: Pick<Service, "config" | "log">): void {
    try {
      writeVerifications(config.storageDirectory, this.#latest);
    } catch (cause) {
      log.error("The state of the verifications could not be written", cause);
    }
  }
}

const keyOf = ({ directory, expectedHead }: RestoreRequest): string =>
  JSON.stringify([directory, expectedHead]);

const reportOf = (
  directory: string,
  { checks, head }: RestoreFindings,
  at: Date,
): RestoreVerificationReport => ({
  ok: checks.every((check) => check.ok),
  directory,
  head,
  checks: checks.map((check) => ({ id: check.name, ...check })),
  verifiedAt: at.toISOString(),
});

import { lookup } from "node:dns/promises";
import { Readable } from "node:stream";
import type { SmtpSettings } from "../../../../store/planner/settings.ts";
import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import type { Network } from "../../../accounts/outbound/exchange.ts";
import { isForbiddenAddress } from "../../../machine/network/address.ts";
import type { Envelope } from "./mail.ts";
import { recordOf } from "../../../../store/shared/records.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The result of handing over a mail. `unknown`: sending the text had begun, and no answer came. */
type Delivery =
  | { kind: "accepted"; rejected: string[] }
  | { kind: "refused"; detail: string }
  | { kind: "unknown"; detail: string };

type Order = {
  smtp: SmtpSettings;
  password: string | null;
  envelope: Envelope;
  message: Uint8Array;
  /** Resolves once it is on disk that sending the text may begin. */
  handOver: () => Promise<void>;
  signal: AbortSignal;
  /** Opens the connection; absent, the client does. */
  connect?: Network["mail"];
  wholeMilliseconds?: number;
};

const FORBIDDEN =
  "This is not the address of a mail server, but link-local or reserved, so nothing is sent there.";

/** How long the server may be silent. */
const TIMEOUT_MILLISECONDS = 30_000;

/** How long all of it may take: a server that keeps saying a little is never silent. */
const WHOLE_MILLISECONDS = 300_000;

/** Hands a mail over to the configured server, to exactly the people of its envelope. Does not reject for the server's failures. */
export async function deliver(
  { smtp, password, envelope, message, handOver, signal, connect, wholeMilliseconds = WHOLE_MILLISECONDS }:
    Order,
): Promise<Delivery> {
  if (!connect && await isForbidden(smtp.host)) {
    return { kind: "refused", detail: `${smtp.host}: ${FORBIDDEN}` };
  }
  const { default: SMTPConnection } = await PACKAGES.smtp();
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.security === "tls",
    requireTLS: smtp.security === "starttls",
    ignoreTLS: smtp.security === "none",
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    connection: connect?.(smtp.host, smtp.port),
  });
  let leaving = false;
  let over = false;
  let handing = Promise.resolve();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  const fail = (cause: unknown) => failed.reject(cause);
  connection.once("error", fail);
  connection.once("end", () => fail(new Error("The server closed the connection.")));
  const abort = () => fail(signal.reason);
  signal.addEventListener("abort", abort);
  const timer = setTimeout(
    () => fail(new Error(`The server did not take the mail within ${wholeMilliseconds / 1000} s.`)),
    wholeMilliseconds,
  );
  const step = <T>(work: (done: (error: Error | null | undefined, value?: T) => void) => void) =>
    Promise.race([
      failed.promise,
      new Promise<T>((resolve, reject) =>
        work((error, value) => error ? reject(error) : resolve(value as T))
      ),
    ]);
  // The text is not read before the server asks for it, so until then it is certain that none of it was sent.
  async function* text() {
    if (over) return;
    requireGoAhead(connection.lastServerResponse);
    handing = handOver();
    await handing;
    if (over) return;
    leaving = true;
    yield message;
  }
  try {
    await step<void>((done) => connection.connect((error) => done(error)));
    if (password !== null) {
      const credentials = { user: smtp.username ?? smtp.from, pass: password };
      await step<void>((done) => connection.login({ credentials }, (error) => done(error)));
    }
    const { from, to } = envelope;
    const info = await step<{ rejected: string[] }>((done) =>
      connection.send(
        { from, to: [...to] },
        Readable.from(text()),
        (error, value) => done(error, { rejected: (value?.rejected ?? []).map(String) }),
      )
    );
    if (!leaving) throw new Error("The server accepted the mail before its text was sent.");
    return { kind: "accepted", rejected: info.rejected };
  } catch (cause) {
    over = true;
    // What is being recorded comes before the end.
    await handing.catch(() => {});
    const { responseCode } = recordOf(cause);
    const detail = `${smtp.host}: ${
      messageOf(cause).replaceAll(/\s+/g, " ").replaceAll(/\S+@\S+/g, "…").slice(0, 300)
    }`;
    // Only a refusal means that the server did not accept the mail; after another reply, or none, the result is unknown.
    return leaving && !isRefusal(responseCode) ? { kind: "unknown", detail } : { kind: "refused", detail };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    connection.close();
  }
}

/**
 * Throws if the text may not be sent. The client takes any reply but a refusal for the one to DATA: of a server that repeats one, the
 * reply to the text would be that to an earlier command.
 */
function requireGoAhead(reply: string | false): void {
  if (reply && /^354/.test(reply)) return;
  throw new Error(`The server answered DATA with "${(reply || "").slice(0, 100)}", and not with 354.`);
}

/** Whether a reply says that something was not done (RFC 5321, 4.2.1). */
const isRefusal = (code: unknown): boolean => typeof code === "number" && code >= 400;

/** Whether a host has an address to which nothing is sent. Of one that has none, the connection says why. */
async function isForbidden(host: string): Promise<boolean> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isForbiddenAddress(address));
}

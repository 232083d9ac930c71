import { OutboundError } from "./error.ts";
import { codeOf, messageOf } from "../../../store/shared/message_of.ts";

const OF_CERTIFICATES = /CERT|SELF_SIGNED|UNABLE_TO_|ISSUER|ERR_TLS/;

/** Returns why a request to a host got no response, as a sentence. */
export function explainFailure(cause: unknown, host: string, signal: AbortSignal): OutboundError {
  const reason: unknown = signal.reason;
  if (signal.aborted) {
    if (reason instanceof OutboundError) return reason;
    return new OutboundError("stopped", `The request to ${host} was stopped.`, { cause });
  }
  if (cause instanceof OutboundError) return cause;
  const [message, code] = [messageOf(cause), codeOf(cause) ?? ""];
  const detail = message.slice(0, 300).replace(/\.$/, "");
  if (code === "HPE_HEADER_OVERFLOW") {
    return new OutboundError("too_large", `The response headers of ${host} are too large.`, { cause });
  }
  if (/^(?:HPE_|Z_)/.test(code)) {
    return new OutboundError("malformed", `The response of ${host} is not valid: ${detail}.`, { cause });
  }
  if (OF_CERTIFICATES.test(code) || /certificate/i.test(message)) {
    return new OutboundError("certificate", `The certificate of ${host} was not accepted: ${detail}.`, {
      cause,
    });
  }
  return new OutboundError("unreachable", `${host} could not be reached: ${detail}.`, { cause });
}

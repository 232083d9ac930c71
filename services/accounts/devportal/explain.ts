import { OutboundError } from "../outbound/error.ts";
import type { CheckStep } from "../../../store/devportal/document.ts";

type Explained = Pick<CheckStep, "ok" | "detail" | "fix">;

const NOT_ENROLLED = /client-not-enrolled/i;

/** Explains a portal's status at a step, and what a person can do. Only known words of the response are used. */
export function explainStatus(name: CheckStep["name"], status: number, body: string): Explained {
  if (status >= 200 && status < 300) return { ok: true, detail: DONE[name], fix: null };
  const failed = (detail: string, fix: string): Explained => ({ ok: false, detail, fix });
  if (status === 429) {
    return {
      ok: true,
      detail: "The keys are valid, but their quota is used up (429).",
      fix: "Wait until the quota is renewed, or ask the portal for more.",
    };
  }
  if (status === 403 && NOT_ENROLLED.test(body)) {
    return failed(
      "The app is not attached to a project in the portal (403, client-not-enrolled).",
      "Attach the app to a project in the developer portal and create new keys there.",
    );
  }
  if (name === "token" && (status === 401 || status === 400 || status === 403)) {
    return failed(
      `The portal does not accept the key or its secret (${status}).`,
      "Copy both from the portal, and set them again. Check the method of authentication as well.",
    );
  }
  if (status === 401 || status === 403) {
    return failed(
      `The address does not accept the token (${status}).`,
      "Give the app the permission that this address needs, or set scopes.",
    );
  }
  if (status === 404) return failed("The address was not found (404).", "Check the address.");
  if (status >= 500) {
    return failed(
      `The portal failed (${status}).`,
      "Check the portal's status page and try again later.",
    );
  }
  return failed(
    `The portal answered with the status ${status}.`,
    "Check the address and the method of authentication.",
  );
}

const DONE: Readonly<Record<CheckStep["name"], string>> = {
  resolve: "The host was found.",
  tls: "Its certificate is accepted.",
  token: "The portal gave a token.",
  probe: "The token works.",
  invalidate: "The token was revoked.",
};

/** Returns the step at which a request got no response. */
export function placeOf(cause: unknown, name: CheckStep["name"]): CheckStep["name"] {
  if (!(cause instanceof OutboundError)) return name;
  if (cause.reason === "certificate") return "tls";
  return ["unresolved", "unreachable", "not_public", "own_service"].includes(cause.reason) ? "resolve" : name;
}

/** Returns what a person can do about a request without a response. */
export function fixOf(cause: unknown): string {
  if (!(cause instanceof OutboundError)) return "Set the key again.";
  if (cause.reason === "certificate") {
    return "Check the address; a proxy that opens TLS must be trusted by this machine.";
  }
  if (cause.reason === "unresolved") {
    return "Check the spelling of the host, and the name server of this machine.";
  }
  return "Check the address and the network of this machine, and run the check again.";
}

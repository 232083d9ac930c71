import { UnavailableError } from "../../../ground/kernel/errors.ts";

/** A provider's response that this service does not follow. */
class RedirectRefused extends UnavailableError {}

/**
 * Returns a fetch that reaches only one address and the paths below it: a redirect would send the key and the prompt to
 * another host.
 */
export function guardedFetch(base: URL): typeof fetch {
  const prefix = base.pathname.replace(/\/$/, "");
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const below = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
    if (url.origin !== base.origin || !below) {
      throw new UnavailableError(
        `A call to ${url.origin}${url.pathname} was refused because it is not below ${base.href}.`,
      );
    }
    const response = await fetch(input, { ...init, redirect: "manual" });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw new RedirectRefused(
      `${base.host} answered with a redirect (${response.status}), and redirects are not followed. If the new address is right, set the provider's baseUrl to it.`,
    );
  };
}

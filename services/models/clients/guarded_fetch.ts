import { UnavailableError } from "../../kernel/errors.ts";

/** A provider answered in a way that is not gone along with. */
export class RedirectRefused extends UnavailableError {}

/**
 * A fetch that goes to one address and what lies below it, and nowhere else: a redirect would carry the key and the prompt
 * to whoever is named in it.
 */
export function guardedFetch(base: URL): typeof fetch {
  const prefix = base.pathname.replace(/\/$/, "");
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const below = url.pathname === prefix || url.pathname.startsWith(`${prefix}/`);
    if (url.origin !== base.origin || !below) {
      throw new UnavailableError(
        `A call to ${url.origin}${url.pathname} was refused: it is not below ${base.href}.`,
      );
    }
    const response = await fetch(input, { ...init, redirect: "manual" });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw new RedirectRefused(
      `${base.host} answered with a redirect (${response.status}), and redirects are not followed. Set the provider's baseUrl to where it leads, if that is right.`,
    );
  };
}

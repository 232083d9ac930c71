import type { Received, Reply } from "../network.ts";

const HOUR_SECONDS = 3_600;

/**
 * A server of OAuth 2.0 that rotates its refresh tokens. To the one before it gives the newest again, until that was used:
 * an answer may have been lost.
 */
export class TokenServer {
  #issued = 0;
  #codes = 0;
  /** The refresh token that is accepted besides the newest. */
  #before = "";
  /** The times of requests. */
  asked: number[] = [];

  constructor(readonly now: () => Date) {}

  /** The code with which a person comes back who agreed. */
  agree = (): string => `code-${++this.#codes}`;

  readonly answer = ({ path, body }: Received): Reply => {
    const form = new URLSearchParams(body);
    if (path === "/revoke") return { status: 200, body: "{}" };
    this.asked.push(this.now().getTime());
    const token = form.get("refresh_token");
    const newest = `refresh-token-${this.#issued}`;
    if (token !== null && token !== newest && token !== this.#before) {
      return { status: 400, body: `{"error":"invalid_grant"}` };
    }
    if (token !== this.#before) {
      this.#before = newest;
      this.#issued++;
    }
    const tokens = {
      access_token: `access-token-${this.#issued}`,
      refresh_token: `refresh-token-${this.#issued}`,
      token_type: "bearer",
      expires_in: HOUR_SECONDS,
    };
    return { status: 200, body: JSON.stringify(tokens) };
  };
}

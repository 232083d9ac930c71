import { oauthAccountStream } from "../../../store/oauth/account_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, UnavailableError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { showAccount } from "./account_model.ts";
import { callbackPage } from "./callback_page.ts";
import type { OauthLive } from "./live.ts";
import { receiveAnswer } from "./receive.ts";
import type { OauthAccount } from "./account_schemas.ts";
import type { OauthCallbackInput } from "./schemas.ts";
import { defined, entriesOf } from "../../../store/shared/records.ts";

/**
 * Takes a server's redirect address from an operator, who pastes it if no browser reaches this service. The returned
 * function records the account.
 */
export async function prepareCallback(
  ctx: Ctx<OauthLive>,
  input: OauthCallbackInput,
): Promise<() => Made<OauthAccount>> {
  const received = await receiveAnswer(ctx, { parameters: parametersOf(input) });
  if (!("record" in received)) throw refusal(received);
  return () => {
    const done = received.record();
    if (done.outcome === "other_account") {
      throw refusal({ outcome: "other_account", detail: "A different person signed in." });
    }
    const shown = showAccount(ctx, ctx.store.documents.get(oauthAccountStream, done.accountId)!);
    return done.isNew ? made(shown) : existing(shown);
  };
}

/** Handles a server's redirect from the browser itself, and returns the page that shows the result. */
export async function showCallback(
  ctx: Ctx<OauthLive>,
  { search, cookies }: { search: string; cookies: string | undefined },
) {
  const parameters = new URLSearchParams(search);
  const received = await receiveAnswer(ctx, { parameters, cookies: cookiesOf(cookies) });
  if (!("record" in received)) return callbackPage(received.outcome);
  return callbackPage((await ctx.store.commit(received.record)).outcome);
}

function parametersOf({ url, state, code, error, iss }: OauthCallbackInput): URLSearchParams {
  if (url === undefined) {
    if (state === undefined) {
      throw new InvalidError(
        'Send "url", the complete address that the browser was redirected to, or "state" with "code".',
      );
    }
    return new URLSearchParams(entriesOf(defined({ state, code, error, iss })));
  }
  if (!URL.canParse(url.trim())) {
    throw new InvalidError(
      'The field "url" is not an address. Copy the complete address from the browser\'s address bar.',
    );
  }
  return new URL(url.trim()).searchParams;
}

const refusal = ({ outcome, detail }: { outcome: string; detail: string }): Error =>
  outcome === "exchange_failed"
    ? new UnavailableError(`${detail} Start the authorization again.`)
    : new InvalidError(`${detail} Nothing was connected.`);

/** Returns the cookies of a browser by their names. */
const cookiesOf = (header = ""): ReadonlyMap<string, string> =>
  new Map(
    header.split(/; */).map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2);
      return [name, value];
    }),
  );

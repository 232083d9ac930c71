import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import { sha256 } from "../../../../store/chain.ts";
import type { SmtpSettings } from "../../../../store/planner/settings.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { settingsOf } from "../../planner_settings/settings.ts";

/** The path of the evidence that shows the mail server. */
export const SERVER_PATH = "server.json";

/** Returns what a review shows of the mail server: where the mail goes, and as whom. */
export const serverText = ({ host, port, security, username, from }: SmtpSettings): string =>
  `${JSON.stringify({ host, port, security, username: username ?? from }, null, 2)}\n`;

/** Returns the mail server of the settings. Throws `InvalidError` without one. */
export function requireServer(ctx: Pick<Core, "store">): SmtpSettings {
  const { smtp } = settingsOf(ctx);
  if (smtp === null) {
    throw new InvalidError("No mail server is configured. Set smtp in the planner's settings.");
  }
  return smtp;
}

/** Whether a review shows another mail server than that of the settings. Older reviews show none. */
export function showsOther(ctx: Pick<Core, "store">, { evidence }: ApprovalDocument): boolean {
  const shown = evidence.find(({ path }) => path === SERVER_PATH);
  const { smtp } = settingsOf(ctx);
  return shown !== undefined && smtp !== null && shown.sha256 !== sha256(serverText(smtp));
}

/** Says what to do where `showsOther`. */
export const OTHER_SERVER =
  "The mail server was changed since this was reviewed. Send the draft again without a decision, and review it with that server.";

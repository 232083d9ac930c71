import { lastRunOf } from "../../focus.ts";
import type { ReplyContext } from "../../situation.ts";

/** Returns the repository of a message: the one that came with it, else that of the conversation's last run. */
export const repoPathOf = ({ ctx, conversation, input }: ReplyContext): string | null =>
  input.repoPath ?? lastRunOf(ctx, conversation.id)?.repoPath ?? null;

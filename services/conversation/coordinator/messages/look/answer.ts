import { ServiceError } from "../../../../ground/kernel/errors.ts";
import { counted } from "../../../../ground/kernel/words.ts";
import { Refusal } from "../../../../workforce/worker_tools/refusal.ts";
import { historyOf } from "../../../../workforce/repository_files/history.ts";
import { listPaths } from "../../../../workforce/repository_files/list.ts";
import { readLines } from "../../../../workforce/repository_files/read.ts";
import {
  type CommittedRepository,
  openForLooking,
} from "../../../../workforce/repository_files/repository.ts";
import { codeBlock, placed } from "./cites.ts";
import type { Advice } from "../words/advice.ts";
import { repoPathOf } from "./repository.ts";
import { firstSentence, type ReplyContext } from "../../situation.ts";
import type { RepositoryQuestion } from "./read.ts";
import { findWords } from "./search.ts";

/** `grep` limits a search; this limits everything else. */
const MAX_MILLISECONDS = 60_000;

/** Answers a question about the repository of the message from its committed content. */
export async function lookUp(situation: ReplyContext, look: RepositoryQuestion): Promise<Advice> {
  const path = repoPathOf(situation);
  if (path === null) {
    return told(
      "In which repository? Choose one at the top of the conversation, or send the message with a repoPath.",
    );
  }
  try {
    const looked = await openForLooking(situation.ctx, path, AbortSignal.timeout(MAX_MILLISECONDS));
    const { reply, summary } = await answerTo(looked, look);
    const note = `Read at the commit ${looked.commit.slice(0, 7)}. Uncommitted changes were not read.`;
    return { kind: "looked", reply: `${reply}\n\n${note}`, summary };
  } catch (error) {
    if (error instanceof Refusal || error instanceof ServiceError) return told(error.message);
    throw error;
  }
}

const told = (reply: string): Advice => ({ kind: "looked", reply, summary: firstSentence(reply) });

async function answerTo(
  repository: CommittedRepository,
  look: RepositoryQuestion,
): Promise<{ reply: string; summary: string }> {
  switch (look.kind) {
    case "search":
      return await findWords(repository, look.words);
    case "read": {
      const { path, from, lines, total } = await readLines(repository, look.path, look);
      const last = from - 1 + lines.length;
      return {
        reply: [
          `Lines ${from} to ${last} of ${total} of \`${path}\`:`,
          codeBlock(lines.map((line, i) => placed(path, from + i, line))),
        ].join("\n\n"),
        summary: `Read ${counted(lines.length, "line")} of ${path}.`,
      };
    }
    case "list":
      return {
        reply: codeBlock((await listPaths(repository, look.glob ?? undefined)).split("\n")),
        summary: `Listed files of ${repository.name}.`,
      };
    case "history":
      return {
        reply: codeBlock((await historyOf(repository, look.path ?? undefined)).split("\n")),
        summary: `Read the history of ${look.path ?? repository.name}.`,
      };
  }
}

import type { SentencesFor } from "../domain.ts";
import { counted, firstLine, withArticle } from "../words.ts";
import type { memoryCandidateEvents } from "./candidate_stream.ts";
import type { memoryMaintenanceStream, memoryReviewStream, memoryUseStream } from "./housekeeping_streams.ts";
import type { memoryRecordEvents } from "./stream.ts";

type Events =
  & typeof memoryRecordEvents
  & typeof memoryCandidateEvents
  & (typeof memoryUseStream)["events"]
  & (typeof memoryReviewStream)["events"]
  & (typeof memoryMaintenanceStream)["events"];

/** What happens in memory: records, candidates, use and maintenance. */
export const memorySentences: SentencesFor<Events> = {
  "memory.recorded": ({ data }) => `Remembered as ${withArticle(data.type)}: ${firstLine(data.content)}`,
  "memory.replacement_linked": ({ data }) => `Replaced the memory record ${data.supersedes}.`,
  "memory.superseded": ({ data }) => `A memory record was superseded by ${data.supersededBy}.`,
  "memory.archived": ({ data }) => `A memory record was archived: ${firstLine(data.reason)}`,
  "memory.used": ({ data }) => `Gave ${counted(data.recordIds.length, "memory record")} to ${data.step}.`,
  "memory.reviewed": ({ data }) =>
    `Memory was reviewed: ${counted(data.examined, "record")} examined, ${
      counted(data.findings.length, "finding")
    }.`,
  "memory.maintenance_completed": ({ data }) =>
    `Memory maintenance completed: ${counted(data.extracted, "candidate")} extracted, ${
      counted(data.archived, "record")
    } archived.`,
  "memory.candidate_extracted": ({ data }) => `Suggested for memory: ${firstLine(data.content)}`,
  "memory.candidate_seen_again": () => "A suggestion for memory came up again.",
  "memory.candidate_promoted": ({ data }) => `A suggestion was saved as the memory record ${data.recordId}.`,
  "memory.candidate_rejected": ({ data, actor }) =>
    `The ${actor} rejected a suggestion for memory${data.reason ? `: ${firstLine(data.reason)}` : ""}.`,
};

import type { z } from "zod";
import type { qualitySchema, Segment } from "../../../../store/audio/document.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { type Heard, speechWithin } from "./doubt.ts";
import { keysOf } from "../../../../store/shared/records.ts";

const WARNINGS: Readonly<Record<Segment["flags"][number], string>> = {
  low_confidence: "that the program was uncertain of",
  over_silence: "where the recording is silent",
  repeated: "repeated many times, which suggests that the program invented it",
  outside_audio: "after the end of the recording",
};

/** Summarizes the doubtful segments of a transcript. */
export function qualityOf(segments: readonly Segment[], heard: Heard): z.output<typeof qualitySchema> {
  const speechMs = heard && speechWithin(heard.spans, 0, heard.durationMs);
  const sure = segments.flatMap(({ confidence }) => confidence ?? []);
  const having = (flag: Segment["flags"][number]) =>
    segments.filter(({ flags }) => flags.includes(flag)).length;
  const flags = keysOf(WARNINGS);
  return {
    speechMs,
    silenceRatio: heard && heard.durationMs > 0 ? rounded(1 - speechMs! / heard.durationMs) : null,
    repeatedRatio: segments.length === 0 ? 0 : rounded(having("repeated") / segments.length),
    meanConfidence: sure.length === 0 ? null : rounded(sure.reduce((a, b) => a + b, 0) / sure.length),
    warnings: flags.filter((flag) => having(flag) > 0).map((flag) =>
      `${counted(having(flag), "segment")}: ${WARNINGS[flag]}.`
    ),
  };
}

const rounded = (share: number): number => Math.round(Math.max(0, share) * 1000) / 1000;

import * as aac from "@audio/decode-aac";
import * as flac from "@audio/decode-flac";
import * as mp3 from "@audio/decode-mp3";
import * as mp4 from "@audio/decode-mp4";
import * as opus from "@audio/decode-opus";
import * as vorbis from "@audio/decode-vorbis";
import * as wav from "@audio/decode-wav";
import * as webm from "@audio/decode-webm";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { hasWholeTables } from "./mp4_tables.ts";
import { oggFlacOf } from "./ogg_flac.ts";
import { adpcmOf, asOrdinaryWave } from "./wave_header.ts";

/** Samples that a decoder made of what it got so far. */
export type Samples = { channelData: Float32Array[]; sampleRate: number; samplesDecoded?: number };
type Maybe<Value> = Value | Promise<Value>;

/** A decoder takes a recording in portions. */
export type Decoder = {
  decode: (chunk: Uint8Array) => Maybe<Samples | null | undefined>;
  flush?: () => Maybe<Samples | null | undefined>;
};

/** A format, and how to begin to decode it. */
type Probed = {
  mediaType: string;
  codec: string;
  sampleRateHz: number;
  channels: number;
  decoder: () => Maybe<unknown>;
};

/** The decoder of a container and its codec. */
const DECODERS: Readonly<Record<string, (codec: string) => Pick<Probed, "decoder">>> = {
  "WAVE": () => wav,
  "Ogg": (codec) => codec === "opus" ? opus : vorbis,
  "FLAC": () => flac,
  "MP3": () => mp3,
  "MP4": () => mp4,
  "QuickTime File Format": () => mp4,
  "WebM": () => webm,
  "Matroska": () => webm,
  "ADTS": () => aac,
};

/** Why nothing comes out of a recording whose decoder fails. */
export const DAMAGED = "it is damaged, and nothing of it can be decoded. Send it again from its source";

/** Returns the format, judged only by the content. Throws with what the recording is instead. */
export async function probe(bytes: Uint8Array): Promise<Probed> {
  asOrdinaryWave(bytes);
  const adpcm = adpcmOf(bytes);
  if (adpcm) return { mediaType: "audio/wav", ...adpcm, decoder: wav.decoder };
  const oggFlac = oggFlacOf(bytes);
  if (oggFlac) return { mediaType: "audio/ogg", codec: "flac", ...oggFlac, decoder: flac.decoder };
  using media = inputOf(bytes);
  const [format, track] = await Promise.all([media.getFormat(), media.getPrimaryAudioTrack()])
    .catch(() => {
      throw new Error("it is not audio in a supported format (WAV, WebM, Ogg, MP3, M4A, FLAC, AAC)");
    });
  if (!track) throw new Error(`it is ${format.name} without sound`);
  const decoder = DECODERS[format.name]?.(track.codec ?? "");
  if (!decoder) throw new Error(`it is ${format.name}, which is not supported`);
  if (/^(?:MP4|QuickTime)/.test(format.name) && !hasWholeTables(bytes)) throw new Error(DAMAGED);
  return {
    mediaType: format.mimeType.replace(/^video\/(webm|mp4|x-matroska|quicktime)$/, "audio/$1"),
    codec: track.codec ?? "unknown",
    sampleRateHz: track.sampleRate,
    channels: track.numberOfChannels,
    decoder: decoder.decoder,
  };
}

/** Returns why nothing of a recording was decoded: it is damaged, or there was nothing in it. */
export async function whySilent(bytes: Uint8Array): Promise<string> {
  using media = inputOf(bytes);
  const seconds = await media.computeDuration().catch(() => 0);
  return seconds > 0 || oggFlacOf(bytes) !== null ? DAMAGED : "it contains no sound";
}

const inputOf = (bytes: Uint8Array): Input =>
  new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });

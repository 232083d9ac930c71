import * as aac from "@audio/decode-aac";
import * as flac from "@audio/decode-flac";
import * as mp3 from "@audio/decode-mp3";
import * as mp4 from "@audio/decode-mp4";
import * as opus from "@audio/decode-opus";
import * as vorbis from "@audio/decode-vorbis";
import * as wav from "@audio/decode-wav";
import * as webm from "@audio/decode-webm";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { serveParser } from "../../parsing/serve_parser.ts";
import { Loudness } from "./loudness.ts";
import { Resampler, SPEECH_RATE } from "./resample.ts";
import type { DecodeRequest } from "./request.ts";

const CHUNK_BYTES = 64 * 1024;

type Decoded = { channelData: Float32Array[]; sampleRate: number; samplesDecoded?: number };
type Maybe<Value> = Value | Promise<Value>;
type Decoder = {
  decode: (chunk: Uint8Array) => Maybe<Decoded | null | undefined>;
  flush?: () => Maybe<Decoded | null | undefined>;
};
type Format = { decoder: () => Maybe<unknown> };

/** The decoder of a container and its codec. */
const DECODERS: Readonly<Record<string, (codec: string) => Format>> = {
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

await serveParser(async (input, writePiece) => {
  const length = new DataView(input.buffer, input.byteOffset).getUint32(0, true);
  const request: DecodeRequest = JSON.parse(new TextDecoder().decode(input.subarray(4, 4 + length)));
  const bytes = input.subarray(4 + length);
  const format = await probe(bytes);
  const { samples, spans } = await speechOf(bytes, format.decoder, request, writePiece);
  const { decoder: _, ...found } = format;
  return { ...found, durationMs: Math.round(samples / SPEECH_RATE * 1000), spans };
});

/** Returns the format, judged only by the content. */
async function probe(bytes: Uint8Array) {
  using media = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const [format, track] = await Promise.all([media.getFormat(), media.getPrimaryAudioTrack()])
    .catch(() => {
      throw new Error("it is not audio in a supported format (WAV, WebM, Ogg, MP3, M4A, FLAC, AAC)");
    });
  if (!track) throw new Error(`it is ${format.name} without sound`);
  const decoder = DECODERS[format.name]?.(track.codec ?? "");
  if (!decoder) throw new Error(`it is ${format.name}, which is not supported`);
  const { sampleRate, numberOfChannels } = track;
  return {
    mediaType: format.mimeType.replace(/^video\/(webm|mp4|x-matroska|quicktime)$/, "audio/$1"),
    codec: track.codec ?? "unknown",
    sampleRateHz: sampleRate,
    channels: numberOfChannels,
    decoder,
  };
}

/** Decodes to 16 kHz mono and outputs the requested span as pieces of 16-bit samples. */
async function speechOf(
  bytes: Uint8Array,
  format: Format,
  { fromMs, toMs, maxDurationMs, maxChannels }: DecodeRequest,
  writePiece: (bytes: Uint8Array) => void,
) {
  const loudness = new Loudness();
  const [from, to] = [fromMs, toMs].map((ms) => Math.floor(ms * SPEECH_RATE / 1000)) as [number, number];
  let samples = 0;
  let resampler: Resampler | null = null;
  const take = (speech: Float32Array) => {
    loudness.add(speech);
    writePiece(as16Bit(speech.subarray(Math.max(0, from - samples), Math.max(0, to - samples))));
    samples += speech.length;
    if (samples > maxDurationMs * SPEECH_RATE / 1000) {
      throw new Error(`it is longer than ${maxDurationMs / 60_000} minutes, which is the limit`);
    }
  };
  const one = await format.decoder() as Decoder;
  const taken = (decoded: Decoded | null | undefined) => {
    if (!decoded?.channelData[0]?.length) return;
    const { sampleRate, samplesDecoded } = decoded;
    const channelData = decoded.channelData.map((channel) => channel.subarray(0, samplesDecoded));
    if (channelData.length > maxChannels) {
      throw new Error(`it has ${channelData.length} channels, and the limit is ${maxChannels}`);
    }
    resampler ??= new Resampler(sampleRate);
    take(resampler.add(mono(channelData)));
  };
  for (let at = 0; at < bytes.length && samples < to; at += CHUNK_BYTES) {
    taken(await one.decode(bytes.subarray(at, at + CHUNK_BYTES)));
  }
  taken(await one.flush?.());
  if (resampler) take((resampler as Resampler).finish());
  if (samples === 0) throw new Error("it contains no sound");
  return { samples, spans: loudness.spans() };
}

function mono([first = new Float32Array(0), second]: Float32Array[]): Float32Array {
  return second ? first.map((value, i) => (value + (second[i] ?? 0)) / 2) : first;
}

function as16Bit(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, i) => {
    view.setInt16(i * 2, Math.max(-32768, Math.min(32767, Math.round(sample * 32768))), true);
  });
  return bytes;
}

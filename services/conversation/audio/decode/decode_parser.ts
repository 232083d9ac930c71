import { serveParser } from "../../../ground/parsing/serve_parser.ts";
import { Loudness } from "./loudness.ts";
import { type Decoder, probe, type Probed, type Samples, whySilent } from "./probe.ts";
import { Resampler, SPEECH_RATE } from "./resample.ts";
import type { DecodeRequest } from "./request.ts";
import { mapTuple } from "../../../../store/shared/tuples.ts";

const CHUNK_BYTES = 64 * 1024;

await serveParser(async (input, writePiece) => {
  const length = new DataView(input.buffer, input.byteOffset).getUint32(0, true);
  const request: DecodeRequest = JSON.parse(new TextDecoder().decode(input.subarray(4, 4 + length)));
  const bytes = input.subarray(4 + length);
  const format = await probe(bytes);
  const { samples, spans } = await speechOf(bytes, format, request, writePiece);
  const { decoder: _, ...found } = format;
  return { ...found, durationMs: Math.round(samples / SPEECH_RATE * 1000), spans };
});

/** Decodes to 16 kHz mono and outputs the requested span as pieces of 16-bit samples. */
async function speechOf(
  bytes: Uint8Array,
  format: Pick<Probed, "decoder">,
  { fromMs, toMs, maxDurationMs, maxChannels }: DecodeRequest,
  writePiece: (bytes: Uint8Array) => void,
) {
  const loudness = new Loudness();
  const [from, to] = mapTuple([fromMs, toMs], (ms) => Math.floor(ms * SPEECH_RATE / 1000));
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
  const taken = (decoded: Samples | null | undefined) => {
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
  if (samples === 0) throw new Error(await whySilent(bytes));
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

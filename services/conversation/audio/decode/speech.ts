import { mapTuple } from "../../../../store/shared/tuples.ts";
import { Loudness } from "./loudness.ts";
import { DAMAGED, type Decoder, probe, type Samples, whySilent } from "./probe.ts";
import type { DecodeRequest } from "./request.ts";
import { Resampler, SPEECH_RATE } from "./resample.ts";

const CHUNK_BYTES = 64 * 1024;

/** No recorder writes less or more: what a file claims decides how long its decoding takes. In Hz. */
const [MIN_RATE, MAX_RATE] = [1_000, 768_000];

/**
 * Decodes a recording to 16 kHz mono and passes on the requested span as pieces of 16-bit samples. Returns its format, its length and
 * where it is loud. Throws with what is wrong with the recording.
 */
export async function speechOf(
  bytes: Uint8Array,
  { fromMs, toMs, maxDurationMs, maxChannels }: DecodeRequest,
  writePiece: (bytes: Uint8Array) => void,
) {
  const { decoder, ...format } = await probe(bytes);
  requireReadable(format.sampleRateHz, format.channels, maxChannels);
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
  const one = await decoding(decoder) as Decoder;
  const taken = (decoded: Samples | null | undefined) => {
    if (!decoded?.channelData[0]?.length) return;
    const { sampleRate, samplesDecoded } = decoded;
    const channelData = decoded.channelData.map((channel) => channel.subarray(0, samplesDecoded));
    requireReadable(sampleRate, channelData.length, maxChannels);
    resampler ??= new Resampler(sampleRate);
    take(resampler.add(mono(channelData)));
  };
  for (let at = 0; at < bytes.length && samples < to; at += CHUNK_BYTES) {
    taken(await decoding(() => one.decode(bytes.subarray(at, at + CHUNK_BYTES))));
  }
  taken(await decoding(() => one.flush?.()));
  if (resampler) take((resampler as Resampler).finish());
  if (samples === 0) throw new Error(await whySilent(bytes));
  return { ...format, durationMs: Math.round(samples / SPEECH_RATE * 1000), spans: loudness.spans() };
}

/** Returns what a decoder answers. Throws that the recording is damaged, in place of the decoder's own words. */
async function decoding<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(DAMAGED, { cause });
  }
}

function requireReadable(rate: number, channels: number, maxChannels: number): void {
  if (channels > maxChannels) throw new Error(`it has ${channels} channels, and the limit is ${maxChannels}`);
  if (rate >= MIN_RATE && rate <= MAX_RATE) return;
  throw new Error(`its sample rate is ${rate} Hz, and must be from ${MIN_RATE} to ${MAX_RATE} Hz`);
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

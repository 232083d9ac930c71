import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { registerMp3Encoder } from "@mediabunny/mp3-encoder";
import {
  AdtsOutputFormat,
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from "mediabunny";

registerMp3Encoder();
registerAacEncoder();

const RATE = 48_000;

/** A tone and as much silence, as a recorder writes it. */
async function recording(format: OutputFormat, codec: "mp3" | "aac", seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new AudioSampleSource({ codec, bitrate: 128_000 });
  output.addAudioTrack(source);
  await output.start();
  using sample = new AudioSample({
    format: "f32",
    sampleRate: RATE,
    numberOfChannels: 1,
    timestamp: 0,
    data: Float32Array.from(
      { length: RATE * seconds },
      (_, i) => i < RATE * seconds / 2 ? 0.4 * Math.sin(2 * Math.PI * 440 * i / RATE) : 0,
    ),
  });
  await source.add(sample);
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** Recordings of so many seconds as MP3, M4A and AAC. */
export const recordings = async (seconds: number) =>
  [
    await recording(new Mp3OutputFormat(), "mp3", seconds),
    await recording(new Mp4OutputFormat({ fastStart: "in-memory" }), "aac", seconds),
    await recording(new AdtsOutputFormat(), "aac", seconds),
  ] as const;

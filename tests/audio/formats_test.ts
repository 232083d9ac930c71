import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { testNeeding } from "../kit/skip.ts";
import { temporaryDirectory } from "../temporary.ts";
import { audioHarness, openSession, scriptEngine, send, settled, speech } from "./audio_world.ts";

const sox = findProgram("sox", Deno.env.get("PATH") ?? "");

/** Two seconds of a tone and one of silence, as sox writes them. */
async function written(ending: string, ...options: string[]): Promise<Uint8Array> {
  const directory = temporaryDirectory();
  try {
    const [source, target] = [join(directory, "in.wav"), join(directory, `out.${ending}`)];
    await Deno.writeFile(source, speech(1, 1, 0));
    const { success } = await new Deno.Command(sox!, { args: [source, ...options, target] }).output();
    assert.ok(success, ending);
    return await Deno.readFile(target);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** What became of recordings that were sent one after another. */
async function transcribed(recordings: readonly Uint8Array[]) {
  using engine = scriptEngine("echo hello");
  await using h = await audioHarness(engine.command);
  const { id } = await openSession(h);
  for (const bytes of recordings) await send(h, id, bytes);
  return (await settled(h, id)).transcriptions;
}

/** The same file as RF64: sizes are in a chunk of their own. */
function rf64(wave: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(wave.length + 36);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at);
  bytes.set(wave.subarray(12), 48);
  text(0, "RF64");
  view.setUint32(4, 0xffff_ffff, true);
  text(8, "WAVEds64");
  view.setUint32(16, 28, true);
  view.setBigUint64(20, BigInt(bytes.length - 8), true);
  view.setBigUint64(28, BigInt(wave.length - 44), true);
  view.setUint32(36 + 40, 0xffff_ffff, true);
  return bytes;
}

/** FLAC in Ogg pages: its header with the number of what follows, the comments, and a frame a page. */
function inOgg(flac: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  let at = 4;
  for (let last = false; !last;) {
    last = (flac[at]! & 0x80) !== 0;
    const size = flac[at + 1]! << 16 | flac[at + 2]! << 8 | flac[at + 3]!;
    blocks.push(flac.slice(at, at + 4 + size));
    at += 4 + size;
  }
  const starts: number[] = [];
  for (let from = at; from < flac.length - 1; from++) {
    if (flac[from] === 0xff && (flac[from + 1]! & 0xfe) === 0xf8 && isFrame(flac, from, starts.length)) {
      starts.push(from);
    }
  }
  const frames = starts.map((start, i) => flac.subarray(start, starts[i + 1] ?? flac.length));
  const [info, ...others] = blocks as [Uint8Array, ...Uint8Array[]];
  const first = Uint8Array.from([
    0x7f,
    ...new TextEncoder().encode("FLAC"),
    1,
    0,
    0,
    others.length,
    ...flac.subarray(0, 4),
    ...info,
  ]);
  const packets = [first, ...others, ...frames];
  const pages = packets.map((packet, i) =>
    page(
      packet,
      i,
      i === 0 ? 2 : i === packets.length - 1 ? 4 : 0,
      BigInt(Math.max(0, i - others.length)) * 4096n,
    )
  );
  return new Uint8Array(pages.flatMap((each) => [...each]));
}

/** A frame has its number in the fifth byte (below 128), with the sync code before it. */
const isFrame = (flac: Uint8Array, at: number, number: number): boolean => flac[at + 4] === number;

function page(packet: Uint8Array, number: number, flags: number, position: bigint): Uint8Array {
  const lacing = [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  assert.ok(lacing.length <= 255, "a packet of the test fits in a page");
  const bytes = new Uint8Array(27 + lacing.length + packet.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("OggS"));
  bytes[5] = flags;
  view.setBigUint64(6, position, true);
  view.setUint32(14, 4711, true);
  view.setUint32(18, number, true);
  bytes[26] = lacing.length;
  bytes.set(lacing, 27);
  bytes.set(packet, 27 + lacing.length);
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc << 1 ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  view.setUint32(22, crc >>> 0, true);
  return bytes;
}

testNeeding(sox === null ? "sox is not here: apt-get install sox" : null, {
  name: "compressed and large WAV, and FLAC in Ogg, are transcribed as what they are",
  fn: async () => {
    const recordings = [
      await written("wav", "-e", "ms-adpcm"),
      await written("wav", "-e", "ima-adpcm"),
      rf64(speech(1, 1, 0)),
      inOgg(await written("flac")),
    ];
    const found = await transcribed(recordings);
    const expected = [
      ["audio/wav", "adpcm-ms"],
      ["audio/wav", "adpcm-ima"],
      ["audio/wav", "pcm-s16"],
      ["audio/ogg", "flac"],
    ];
    for (const [i, { status, audio, error }] of found.entries()) {
      assert.equal(status, "completed", `${expected[i]}: ${error}`);
      assert.deepEqual([audio!.mediaType, audio!.codec, audio!.sampleRateHz, audio!.channels], [
        ...expected[i]!,
        16_000,
        1,
      ]);
      assert.ok(Math.abs(audio!.durationMs! - 3000) <= 60, `${expected[i]}: ${audio!.durationMs}`);
    }
  },
});

testNeeding(sox === null ? "sox is not here: apt-get install sox" : null, {
  name: "a FLAC file of which no frame is whole is named as damaged; one without sound contains none",
  fn: async () => {
    const flac = await written("flac");
    for (let at = 200; at < flac.length; at += 97) flac[at]! ^= 0x10;
    const [damaged, empty] = await transcribed([flac, speech()]);
    assert.deepEqual([damaged!.status, empty!.status], ["failed", "failed"]);
    assert.match(damaged!.error!, /it is damaged, and nothing of it can be decoded/);
    assert.match(empty!.error!, /it contains no sound/);
  },
});

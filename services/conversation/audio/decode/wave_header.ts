/** What a WAV file says about samples that are not plain. */
type Adpcm = { codec: "adpcm-ms" | "adpcm-ima"; sampleRateHz: number; channels: number };

const ADPCM: ReadonlyMap<number, Adpcm["codec"]> = new Map([[0x02, "adpcm-ms"], [0x11, "adpcm-ima"]]);
const UNKNOWN = 0xffff_ffff;

/** Rewrites the header of a large WAV file (RF64, BW64) in place as that of an ordinary one. A recording here is always smaller. */
export function asOrdinaryWave(bytes: Uint8Array): void {
  const view = viewOf(bytes);
  if (bytes.length < 48 || !["RF64", "BW64"].includes(textAt(bytes, 0)) || textAt(bytes, 12) !== "ds64") {
    return;
  }
  const size = Number(view.getBigUint64(28, true));
  bytes.set(new TextEncoder().encode("RIFF"), 0);
  view.setUint32(4, bytes.length - 8, true);
  const data = chunksOf(bytes).find(({ id }) => id === "data");
  if (data?.size === UNKNOWN) view.setUint32(data.at - 4, Math.min(size, bytes.length - data.at), true);
}

/** Returns what a WAV file with compressed differences (ADPCM) contains; null for any other file. */
export function adpcmOf(bytes: Uint8Array): Adpcm | null {
  if (bytes.length < 12 || textAt(bytes, 0) !== "RIFF" || textAt(bytes, 8) !== "WAVE") return null;
  const format = chunksOf(bytes).find(({ id }) => id === "fmt ");
  if (!format || format.size < 16 || format.at + 16 > bytes.length) return null;
  const view = viewOf(bytes);
  const codec = ADPCM.get(view.getUint16(format.at, true));
  if (codec === undefined) return null;
  const blockBytes = view.getUint16(format.at + 12, true);
  const channels = view.getUint16(format.at + 2, true);
  if (channels === 0 || blockBytes < 8 * channels) throw new Error("it is a WAV file with a damaged header");
  return { codec, sampleRateHz: view.getUint32(format.at + 4, true), channels };
}

/** Returns the chunks of a file as far as they are there; the data of each begins at `at`. */
function chunksOf(bytes: Uint8Array): { id: string; at: number; size: number }[] {
  const view = viewOf(bytes);
  const found = [];
  for (let at = 12; at + 8 <= bytes.length && found.length < 1000;) {
    const size = view.getUint32(at + 4, true);
    found.push({ id: textAt(bytes, at), at: at + 8, size });
    at += 8 + size + size % 2;
  }
  return found;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

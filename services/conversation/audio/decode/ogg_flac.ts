/** What the header of an Ogg file with FLAC says. */
type OggFlac = { sampleRateHz: number; channels: number };

/** The first page has a header of 28 bytes if it holds one packet, in which 13 bytes come before FLAC itself. */
const PACKET = 28;
const STREAM_INFO = PACKET + 13 + 4;

/** Returns what an Ogg file with FLAC contains; null for any other file. */
export function oggFlacOf(bytes: Uint8Array): OggFlac | null {
  if (bytes.length < STREAM_INFO + 34) return null;
  const text = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  if (text(0, 4) !== "OggS" || text(PACKET, 5) !== "\x7fFLAC" || text(PACKET + 9, 4) !== "fLaC") return null;
  const [high = 0, middle = 0, low = 0] = bytes.subarray(STREAM_INFO + 10, STREAM_INFO + 13);
  return { sampleRateHz: high << 12 | middle << 4 | low >> 4, channels: (low >> 1 & 7) + 1 };
}

/**
 * Compiles `zones.json` from the TZif files (RFC 8536) of Debian's tzdata: offsets of zones from 2014 to 2025, which the oracle
 * of schedules reads instead of the tables that the service uses. `deno run -A tests/automations/write_zones.ts`.
 */
const ZONES = [
  "Africa/Cairo",
  "Africa/Casablanca",
  "America/Asuncion",
  "America/Havana",
  "America/Los_Angeles",
  "America/New_York",
  "America/Santiago",
  "America/Sao_Paulo",
  "America/St_Johns",
  "Asia/Amman",
  "Asia/Beirut",
  "Asia/Gaza",
  "Asia/Pyongyang",
  "Asia/Tehran",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Europe/Berlin",
  "Europe/London",
  "Pacific/Apia",
  "Pacific/Chatham",
];
const FROM = Date.parse("2014-01-01T00:00:00Z") / 1000;
const UNTIL = Date.parse("2025-12-31T00:00:00Z") / 1000;

/** Reads `[seconds since 1970, offset in seconds]` of each change from the 64-bit part of a TZif file. */
function changesOf(bytes: Uint8Array): [number, number][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = (at: number) => [0, 1, 2, 3, 4, 5].map((i) => view.getUint32(at + 20 + 4 * i));
  const [isUt, isStd, leap, times, types, letters] = counts(0) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const second = 44 + times * 5 + types * 6 + letters + leap * 8 + isStd + isUt;
  const [, , , count, typeCount] = counts(second) as [number, number, number, number, number];
  const start = second + 44;
  const offsetOf = (type: number) => view.getInt32(start + count * 9 + type * 6);
  const changes: [number, number][] = [[-Infinity, offsetOf(0)]];
  for (let i = 0; i < count; i++) {
    changes.push([Number(view.getBigInt64(start + i * 8)), offsetOf(view.getUint8(start + count * 8 + i))]);
  }
  if (typeCount === 0) throw new Error("A TZif file has at least one type.");
  return changes;
}

function within(changes: [number, number][]): [number, number][] {
  const before = changes.findLast(([at]) => at <= FROM)!;
  const later = changes.filter(([at]) => at > FROM && at < UNTIL);
  // A change of the name alone moves no clock.
  return [[FROM, before[1]] as [number, number], ...later].filter(([, offset], i, all) =>
    i === 0 || all[i - 1]![1] !== offset
  );
}

const directory = Deno.args[0] ?? "/usr/share/zoneinfo";
const zones = Object.fromEntries(
  ZONES.map((name) => [name, within(changesOf(Deno.readFileSync(`${directory}/${name}`)))]),
);
const lines = Object.entries(zones).map(([name, changes]) =>
  `  ${JSON.stringify(name)}: ${JSON.stringify(changes)}`
);
Deno.writeTextFileSync(new URL("./zones.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);

/** A time zone that a calendar states itself, and the name that it is read with. */
export type OwnZone = { tzid: string; reads: string; text: string };

type Part = {
  name: "STANDARD" | "DAYLIGHT";
  from: string;
  to: string;
  start: string;
  rule?: string;
  dates?: string;
};

const zone = (tzid: string, parts: readonly Part[], reads = tzid, more: readonly string[] = []): OwnZone => ({
  tzid,
  reads,
  text: [
    "BEGIN:VTIMEZONE",
    `TZID:${tzid}`,
    ...more,
    ...parts.flatMap(({ name, from, to, start, rule, dates }) => [
      `BEGIN:${name}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `TZNAME:${name.slice(0, 3)}`,
      `DTSTART:${start}`,
      ...(rule ? [`RRULE:${rule}`] : []),
      ...(dates ? [`RDATE:${dates}`] : []),
      `END:${name}`,
    ]),
    "END:VTIMEZONE",
  ].join("\r\n"),
});

const summer = (from: string, to: string, march: string, october: string): Part[] => [
  { name: "DAYLIGHT", from, to, start: "19810329T020000", rule: march },
  { name: "STANDARD", from: to, to: from, start: "19961027T030000", rule: october },
];

const MARCH = "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU";
const OCTOBER = "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU";

/** Zones of every kind: no known name, a Windows name, rules of no country, dates instead of a rule, an end, half hours. */
export const OWN_ZONES: readonly OwnZone[] = [
  zone("Headquarters", summer("+0100", "+0200", MARCH, OCTOBER)),
  zone("(UTC-05:00) The Office", summer("-0500", "-0400", MARCH, OCTOBER)),
  zone("W. Europe Standard Time", summer("+0100", "+0200", MARCH, OCTOBER), "Europe/Berlin"),
  zone(
    "Somewhere 1",
    summer("+0545", "+0615", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1", "FREQ=YEARLY;BYMONTH=9;BYDAY=2MO"),
  ),
  zone(
    "Winter in the middle",
    summer("+1030", "+1100", "FREQ=YEARLY;BYMONTH=10;BYDAY=1SU", "FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"),
  ),
  zone("By dates", [
    {
      name: "STANDARD",
      from: "+0300",
      to: "+0200",
      start: "20251026T040000",
      dates: "20251026T040000,20261025T040000",
    },
    {
      name: "DAYLIGHT",
      from: "+0200",
      to: "+0300",
      start: "20250330T030000",
      dates: "20250330T030000,20260329T030000",
    },
  ]),
  zone("It ended", [
    {
      name: "STANDARD",
      from: "+0200",
      to: "+0100",
      start: "19961027T030000",
      rule: `${OCTOBER};UNTIL=20251027T000000Z`,
    },
    {
      name: "DAYLIGHT",
      from: "+0100",
      to: "+0200",
      start: "19810329T020000",
      rule: `${MARCH};UNTIL=20250331T000000Z`,
    },
    { name: "STANDARD", from: "+0100", to: "+0200", start: "20260501T000000" },
  ]),
  zone(
    "Always the same",
    [{ name: "STANDARD", from: "+0530", to: "+0530", start: "19700101T000000" }],
    "+05:30",
  ),
];

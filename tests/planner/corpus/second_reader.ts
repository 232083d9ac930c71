import { testNeeding } from "../../kit/skip.ts";

/** What Debian's python3-icalendar and python3-dateutil make of an event: times in seconds, dates and floating times as if in UTC. */
export type SecondReading = {
  uid: string;
  /** The RECURRENCE-ID as it is written; null for the event itself. */
  exception: string | null;
  start: number;
  end: number;
  allDay: boolean;
  zone: string | null;
  /** The parts of the rule, sorted. */
  rule: string | null;
  /** Start and end of each occurrence within the year. */
  occurrences: [start: number, end: number][];
};

/** Reads with icalendar, expands with dateutil, and shares no code with the planner. */
const PROGRAM = `
import sys, json, re
from datetime import datetime, date, timedelta, timezone
from io import StringIO
from zoneinfo import ZoneInfo
from icalendar import Calendar
from dateutil.rrule import rruleset, rrulestr
from dateutil.tz import tzical
UTC = timezone.utc
DAY = timedelta(days=1)

def listed(component, name):
    value = component.get(name)
    return [] if value is None else value if isinstance(value, list) else [value]

def naive(value):
    if not isinstance(value, datetime): return datetime(value.year, value.month, value.day)
    return value.replace(tzinfo=None)

def is_date(value): return not isinstance(value, datetime)

ZONE = re.compile(r'BEGIN:VTIMEZONE\\r\\n.*?END:VTIMEZONE\\r\\n', re.S)

# icalendar's own reading of time zones does not know every rule; dateutil's does.
class Zones:
    def __init__(self, texts):
        self.known = {}
        for text in texts:
            tzid = re.search('^TZID:(.*?)\\r$', text, re.M).group(1)
            around = 'BEGIN:VCALENDAR\\r\\n' + text + 'END:VCALENDAR\\r\\n'
            self.known[tzid] = tzical(StringIO(around)).get(tzid)
    def of(self, prop, value):
        tzid = prop.params.get('TZID')
        if tzid is None: return UTC if isinstance(value, datetime) and value.tzinfo is not None else None
        return self.known.get(tzid) or ZoneInfo(tzid)

def seconds(wall, zone):
    return int(wall.replace(tzinfo=zone or UTC).astimezone(UTC).timestamp())

def in_zone(value, own, zone):
    wall = naive(value)
    if own is None or zone is None or own is zone: return wall
    return wall.replace(tzinfo=own).astimezone(zone).replace(tzinfo=None)

def midnight(wall): return datetime(wall.year, wall.month, wall.day)

class Event:
    def __init__(self, component, zones):
        self.component = component
        start = component['DTSTART']
        self.zone = zones.of(start, start.dt)
        self.tzid = start.params.get('TZID')
        self.all_day = is_date(start.dt)
        self.wall = naive(start.dt)
        self.start = seconds(self.wall, self.zone)
        if 'DTEND' in component:
            end = component['DTEND']
            self.length = seconds(naive(end.dt), zones.of(end, end.dt)) - self.start
        elif 'DURATION' in component: self.length = int(component['DURATION'].dt.total_seconds())
        else: self.length = 86400 if self.all_day else 0
        self.zones = zones
    def aligned(self, prop, value):
        wall = in_zone(value, self.zones.of(prop, value), self.zone)
        if self.all_day: return midnight(wall)
        return datetime.combine(wall.date(), self.wall.time()) if is_date(value) else wall
    def rule(self):
        rules = listed(self.component, 'RRULE')
        return ';'.join(sorted(rules[0].to_ical().decode().split(';'))) if rules else None
    def expanded(self, last):
        found = rruleset()
        found.rdate(self.wall)
        for name, add in (('RRULE', found.rrule), ('EXRULE', found.exrule)):
            for rule in listed(self.component, name):
                parts = dict(p.split('=', 1) for p in rule.to_ical().decode().split(';'))
                until = parts.pop('UNTIL', None)
                if until is not None:
                    limit = datetime.strptime(until.rstrip('Z'), '%Y%m%dT%H%M%S' if 'T' in until else '%Y%m%d')
                    if until.endswith('Z') and self.zone is not None:
                        limit = limit.replace(tzinfo=UTC).astimezone(self.zone).replace(tzinfo=None)
                    parts['UNTIL'] = limit.strftime('%Y%m%dT%H%M%S')
                add(rrulestr(';'.join(k + '=' + v for k, v in parts.items()), dtstart=self.wall))
        lengths = {}
        for dates in listed(self.component, 'RDATE'):
            for one in dates.dts:
                value = one.dt
                if isinstance(value, tuple):
                    begin, end = value
                    wall = self.aligned(dates, begin)
                    lengths[wall] = int((end if isinstance(end, timedelta) else end - begin).total_seconds())
                else: wall = self.aligned(dates, value)
                found.rdate(wall)
        days = set()
        for dates in listed(self.component, 'EXDATE'):
            for one in dates.dts:
                if is_date(one.dt) and not self.all_day: days.add(one.dt)
                else: found.exdate(self.aligned(dates, one.dt))
        out = []
        for wall in found:
            if wall > last: break
            if wall.date() not in days: out.append((wall, lengths.get(wall, self.length)))
        return out

def read(text, first, last):
    out = []
    zones = Zones(ZONE.findall(text))
    for calendar in Calendar.from_ical(ZONE.sub('', text), multiple=True):
        events = [Event(c, zones) for c in calendar.walk('VEVENT')]
        masters = {str(e.component['UID']): e for e in events if 'RECURRENCE-ID' not in e.component}
        replaced, shifts = {}, {}
        for event in events:
            prop = event.component.get('RECURRENCE-ID')
            master = masters.get(str(event.component['UID']))
            if prop is None or master is None: continue
            wall = master.aligned(prop, prop.dt)
            replaced.setdefault(str(event.component['UID']), set()).add(wall)
            if prop.params.get('RANGE') == 'THISANDFUTURE':
                by = event.start - seconds(wall, master.zone)
                shifts.setdefault(str(event.component['UID']), []).append((wall, by, event.length))
        for event in events:
            uid = str(event.component['UID'])
            prop = event.component.get('RECURRENCE-ID')
            found = []
            if prop is not None: found.append((event.start, event.start + event.length))
            else:
                for wall, length in event.expanded(last + 40 * DAY):
                    if wall in replaced.get(uid, ()): continue
                    at = seconds(wall, event.zone)
                    for begin, by, longer in sorted(shifts.get(uid, [])):
                        if wall >= begin: start, end = at + by, at + by + longer
                    if not any(wall >= begin for begin, _, _ in shifts.get(uid, [])): start, end = at, at + length
                    found.append((start, end))
            lo, hi = seconds(first, UTC), seconds(last, UTC)
            out.append({'uid': uid, 'exception': prop.to_ical().decode() if prop is not None else None,
                        'start': event.start, 'end': event.start + event.length, 'allDay': event.all_day,
                        'zone': event.tzid or ('UTC' if event.zone is UTC else None), 'rule': event.rule(),
                        'occurrences': sorted({o for o in found if o[0] >= lo and o[0] < hi})})
    return out

asked = json.load(sys.stdin)
first, last = (datetime.fromisoformat(asked[name]) for name in ('from', 'to'))
print(json.dumps([read(text, first, last) for text in asked['texts']]))
`;

/** Reads calendars, with the occurrences that begin within a time. */
export async function readSecond(
  texts: readonly string[],
  from: string,
  to: string,
): Promise<SecondReading[][]> {
  const child = new Deno.Command("/usr/bin/python3", {
    args: ["-c", PROGRAM],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify({ texts, from, to })));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("The second reader failed.");
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** A test that the second reader judges; without its packages the test is left out, and named. */
export const secondReaderTest = (name: string, fn: () => void | Promise<void>): void =>
  testNeeding(missing(), { name, fn });

function missing(): string | null {
  const why = "a second reader is not here: apt-get install python3-icalendar python3-dateutil";
  try {
    const args = ["-c", "import icalendar, dateutil, zoneinfo"];
    const { success } = new Deno.Command("/usr/bin/python3", { args, stdout: "null", stderr: "null" })
      .outputSync();
    return success ? null : why;
  } catch {
    return why;
  }
}

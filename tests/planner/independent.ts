import { testNeeding } from "../kit/skip.ts";

/** What Debian's python3-dateutil and python3-vobject, which Radicale brings along, say of calendars: readers that are not ours. */
export type Instance = { start: number; title: string };

const PROGRAM = `
import sys, json
from datetime import datetime, date, timedelta, timezone
import vobject
from zoneinfo import ZoneInfo
from dateutil.rrule import rrulestr
UTC = timezone.utc

def wall(value):
    if not isinstance(value, datetime): return datetime(value.year, value.month, value.day), None
    if value.tzinfo is None: return value, None
    return value.replace(tzinfo=None), value.tzinfo

def zone_of(line):
    name = line.params.get('TZID', line.params.get('X-VOBJ-ORIGINAL-TZID', [None]))[0]
    return ZoneInfo(name) if name else (UTC if line.value.tzinfo is not None else None)

def instant(naive, zone):
    return int(naive.replace(tzinfo=zone or UTC).astimezone(UTC).timestamp())

def walls(lines, zone):
    out = []
    for line in lines:
        for value in (line.value if isinstance(line.value, list) else [line.value]):
            naive, tz = wall(value)
            if tz is not None and zone is not None: naive = value.astimezone(zone).replace(tzinfo=None)
            out.append(naive)
    return out

def instances(text, last):
    found = []
    for calendar in vobject.readComponents(text):
        events = calendar.contents.get('vevent', [])
        taken = {}
        for event in events:
            if 'recurrence-id' in event.contents:
                zone = zone_of(event.dtstart) if isinstance(event.dtstart.value, datetime) else None
                own = zone_of(event.contents['recurrence-id'][0]) if isinstance(event.contents['recurrence-id'][0].value, datetime) else None
                taken[event.uid.value, instant(wall(event.contents['recurrence-id'][0].value)[0], own)] = event
                found.append({'start': instant(wall(event.dtstart.value)[0], zone), 'title': event.summary.value})
        for event in events:
            if 'recurrence-id' in event.contents: continue
            zone = zone_of(event.dtstart) if isinstance(event.dtstart.value, datetime) else None
            start = wall(event.dtstart.value)[0]
            starts = {start}
            for rule in event.contents.get('rrule', []):
                parts = dict(p.split('=', 1) for p in rule.value.split(';'))
                until = parts.pop('UNTIL', None)
                text_rule = ';'.join(k + '=' + v for k, v in parts.items())
                limit = last
                if until:
                    limit = datetime.strptime(until[:15].rstrip('Z'), '%Y%m%dT%H%M%S' if 'T' in until else '%Y%m%d')
                    if until.endswith('Z') and zone is not None:
                        limit = limit.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)
                for at in rrulestr(text_rule, dtstart=start):
                    if at > limit or at > last: break
                    starts.add(at)
            starts |= set(walls(event.contents.get('rdate', []), zone))
            starts -= set(walls(event.contents.get('exdate', []), zone))
            for at in starts:
                if at <= last and (event.uid.value, instant(at, zone)) not in taken:
                    found.append({'start': instant(at, zone), 'title': event.summary.value})
    return sorted(found, key=lambda one: (one['start'], one['title']))

asked = json.load(sys.stdin)
if 'rules' in asked:
    out = []
    for rule in asked['rules']:
        zone = ZoneInfo(rule['zone'])
        found = []
        for at in rrulestr(rule['rule'], dtstart=datetime.fromisoformat(rule['start'])):
            if len(found) == rule['most']: break
            found.append(instant(at, zone))
        out.append(found)
    print(json.dumps(out))
else:
    print(json.dumps(instances(asked['text'], datetime.fromisoformat(asked['last']))))
`;

async function ask<Answer>(question: unknown): Promise<Answer> {
  const child = new Deno.Command("/usr/bin/python3", {
    args: ["-c", PROGRAM],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(question)));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("The independent reader failed.");
  return JSON.parse(new TextDecoder().decode(stdout));
}

/** The occurrences of the events of calendars, up to a time of the wall. */
export const readIndependently = (text: string, last: string): Promise<Instance[]> => ask({ text, last });

/** A rule, when it begins by the wall of a zone, and how many of its moments are asked for. */
export type AskedRule = { rule: string; start: string; zone: string; most: number };

/** The moments of rules, in seconds. */
export const expandIndependently = (rules: readonly AskedRule[]): Promise<number[][]> => ask({ rules });

/** A test that an independent reader judges; without Radicale, whose packages it is, the test is left out, and named. */
export const readerTest = (name: string, fn: () => void | Promise<void>): void =>
  testNeeding(missing(), { name, fn });

function missing(): string | null {
  const why = "radicale and its Python packages are not here: apt-get install radicale";
  try {
    const args = ["-c", "import vobject, dateutil, zoneinfo, shutil; assert shutil.which('radicale')"];
    const { success } = new Deno.Command("/usr/bin/python3", { args, stdout: "null", stderr: "null" })
      .outputSync();
    return success ? null : why;
  } catch {
    return why;
  }
}

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const SHORT = DAYS.map((day) => day.slice(0, 3));
const NUMBER = /^\d{1,2}$/;
const EVERY = /^\*\/(\d{1,2})$/;

/**
 * Returns a pattern of cron in the words that a trigger may be written in, such as "every weekday at 09:00"; null for one that
 * needs more words than a list has room for.
 */
export function cronWords(pattern: string): string | null {
  const fields = pattern.trim().toLowerCase().split(/\s+/).map((field) => field === "*/1" ? "*" : field);
  if (fields.length !== 5) return null;
  const [minute = "", hour = "", date = "", month = "", weekday = ""] = fields;
  if (month !== "*") return null;
  const daily = date === "*" && weekday === "*";
  const interval = daily ? intervalWords(minute, hour) : null;
  if (interval !== null) return interval;
  const days = daysWords(date, weekday);
  const hours = hour.split(",");
  if (days === null || !NUMBER.test(minute) || !hours.every((one) => NUMBER.test(one))) return null;
  return `${days} at ${hours.map((one) => `${two(one)}:${two(minute)}`).join(" and ")}`;
}

function intervalWords(minute: string, hour: string): string | null {
  const [minutes, hours] = [EVERY.exec(minute)?.[1], EVERY.exec(hour)?.[1]];
  if (hour === "*" && minute === "*") return "every minute";
  // With a step that does not divide the hour, the last interval of each is shorter.
  if (hour === "*" && minutes !== undefined && 60 % Number(minutes) === 0) return `every ${minutes} minutes`;
  if (minute !== "0") return null;
  if (hour === "*") return "every hour";
  return hours !== undefined && 24 % Number(hours) === 0 ? `every ${hours} hours` : null;
}

function daysWords(date: string, weekday: string): string | null {
  if (weekday === "*") {
    if (date === "*") return "every day";
    if (date === "l") return "every month on the last day";
    return NUMBER.test(date) ? `every month on the ${ordinal(Number(date))}` : null;
  }
  if (date !== "*") return null;
  if (weekday === "1-5" || weekday === "mon-fri") return "every weekday";
  const days = weekday.split(",").map(dayName);
  return days.every((day) => day !== undefined) ? `every ${days.join(" and ")}` : null;
}

/** Cron counts Sunday as 0 and as 7. */
const dayName = (day: string): string | undefined =>
  /^[0-7]$/.test(day) ? DAYS[Number(day) % 7] : DAYS[SHORT.indexOf(day)];

const two = (number: string): string => number.padStart(2, "0");

function ordinal(day: number): string {
  const ending = day > 10 && day < 14 ? "th" : ["th", "st", "nd", "rd"][day % 10] ?? "th";
  return `${day}${ending}`;
}

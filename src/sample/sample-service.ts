import {
  type CalendarDate,
  type DateRange,
  formatIsoDate,
  MILLIS_PER_DAY,
  parseIsoDate,
  startOfMonth,
  toParts,
  UNIX_EPOCH,
  weekday,
} from '../calendar/calendar-date';
import type { Region } from '../contract/connection';
import { SAMPLE_ADDRESSES } from '../employer-api/connection';
import type { Clock, HttpRequest, HttpResponse, HttpTransport } from '../employer-api/ports';

/*
 * The sample employer answers requests to its addresses in-process, as the service would: the address alone decides.
 * Nothing is ever slow, refused or down. Specification sections 2 and 4.
 */

/** The numbers of the sample employer's accounts, and how far its clocks are from UTC: behind those of its people. */
const ACCOUNTS = {
  US: { id: 900_001, clockHours: -8 },
  UK: { id: 900_002, clockHours: 0 },
} as const;

/** Opens made-up figures only. */
const TOKEN = { access_token: 'sample', token_type: 'Bearer', expires_in: 3600, scope: 'employer_access' };

const ORIGINS = [SAMPLE_ADDRESSES.auth, ...Object.values(SAMPLE_ADDRESSES.regions)];
const REPORT = /\/reports\/shift_fulfilment\?from_date=([^&]*)&to_date=([^&]*)$/;

/** Answers requests for the sample employer, and hands every other one to the transport behind. */
export function withSample(service: HttpTransport, clock: Pick<Clock, 'now'>): HttpTransport {
  const isForSample = ({ url }: HttpRequest) => ORIGINS.some((origin) => url.startsWith(`${origin}/`));
  return {
    // The requests of a call are of one connection.
    send: (requests) =>
      requests.every(isForSample)
        ? requests.map((request) => answerSample(request, clock.now()))
        : service.send(requests),
  };
}

/** @param now Milliseconds since 1970. */
function answerSample({ url, headers }: HttpRequest, now: number): HttpResponse {
  const correlationId = headers['X-Correlation-ID'] ?? '';
  const sent = { 'content-type': 'application/json', date: new Date(now).toUTCString() };
  const answer = (status: number, body: unknown) => ({
    status,
    headers: { ...sent, 'x-correlation-id': correlationId },
    text: JSON.stringify(body),
  });
  if (url.startsWith(`${SAMPLE_ADDRESSES.auth}/`)) return answer(200, TOKEN);
  const [, from = '', to = ''] = REPORT.exec(url) ?? [];
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)];
  // Another report, which the sample employer does not have.
  if (first === undefined || last === undefined) return answer(404, {});
  const region = url.startsWith(SAMPLE_ADDRESSES.regions.US) ? 'US' : 'UK';
  const { id, clockHours } = ACCOUNTS[region];
  const days = (now + clockHours * 3_600_000) / MILLIS_PER_DAY;
  const moment = { today: Math.floor(days) + UNIX_EPOCH, dayPart: days - Math.floor(days) };
  return answer(200, {
    request: { employer_id: id, deployment_code: region, from_date: from, to_date: to },
    report: { shifts: sampleShifts(region, { from: first, to: last }, moment) },
    metadata: { employer_id: id, generated_at: new Date(now).toISOString() },
  });
}

/** A venue, whatever it is called: how large its crews are, and how likely positions are booked and people stay away. */
interface SampleVenue {
  readonly size: number;
  readonly fill: number;
  readonly noShows: number;
  /** Where in its half-yearly rise and fall it stands, from 0 to 1; without it times are always good. */
  readonly phase?: number;
  /** A tiny venue: open on Fridays and Saturdays, for crews of one or two. */
  readonly isTiny?: true;
}

/**
 * Twelve venues. Four of them go through better and worse times, each a quarter of the way behind the other: on any day
 * one is clearly getting worse and one is clearly recovering, and what they were on a day never changes.
 */
const VENUES: readonly SampleVenue[] = [
  { size: 1.6, fill: 0.96, noShows: 0.02 },
  { size: 0.9, fill: 0.95, noShows: 0.03 },
  { size: 1.3, fill: 0.96, noShows: 0.03, phase: 0 },
  { size: 0.8, fill: 0.97, noShows: 0.015 },
  { size: 1.5, fill: 0.93, noShows: 0.04 },
  { size: 1.1, fill: 0.96, noShows: 0.03, phase: 0.5 },
  { size: 0.6, fill: 0.94, noShows: 0.02 },
  { size: 0.7, fill: 0.96, noShows: 0.025, phase: 0.25 },
  { size: 1.2, fill: 0.92, noShows: 0.035 },
  { size: 1, fill: 0.96, noShows: 0.02, phase: 0.75 },
  { size: 0.9, fill: 0.95, noShows: 0.05 },
  { size: 0.4, fill: 0.85, noShows: 0.04, isTiny: true },
];

/** Five kinds of work: in which of the areas, how many people a shift usually needs, and how long it lasts. */
const ROLES = [
  { area: 0, crew: 5, hours: 6 },
  { area: 0, crew: 2, hours: 5 },
  { area: 1, crew: 3, hours: 8 },
  { area: 1, crew: 2.4, hours: 7 },
  { area: 2, crew: 3, hours: 6.5 },
] as const;

/** What they are called in each region. Every venue says that it is a sample. */
const NAMES: Readonly<Record<Region, Readonly<Record<'venues' | 'areas' | 'roles', readonly string[]>>>> = {
  US: {
    venues: (
      'Grand Hotel Chicago|Lakeview Bistro Milwaukee|Stadium Club Denver|Harbor House Boston|' +
      'Convention Center Dallas|Riverside Ballroom Austin|Theater Cafe Portland|Museum Kitchen Seattle|' +
      'Airport Lounge Atlanta|Vineyard Estate Napa|Rooftop Bar Miami|Chapel Loft Savannah'
    ).split('|'),
    areas: ['Front of House', 'Kitchen', 'Bar'],
    roles: ['Server', 'Host', 'Line Cook', 'Dishwasher', 'Bartender'],
  },
  UK: {
    venues: (
      'Grand Hotel Leeds|Quayside Bistro Bristol|Stadium Suite Cardiff|Harbour House Liverpool|' +
      'Conference Centre Birmingham|Riverside Ballroom York|Theatre Café Bath|Museum Kitchen Glasgow|' +
      'Airport Lounge Manchester|Country Estate Harrogate|Rooftop Bar London|Chapel Loft Whitby'
    ).split('|'),
    areas: ['Front of house', 'Kitchen', 'Bar'],
    roles: ['Waiting staff', 'Host', 'Chef', 'Kitchen porter', 'Bar staff'],
  },
};

/** One element of `report.shifts` as the service sends it. Specification section 2.2. */
type SampleShift = Readonly<Record<string, string | number | null>>;

/** A moment as the sample employer's clock shows it: the day, and how much of it is over, from 0 to 1. */
interface SampleMoment {
  readonly today: CalendarDate;
  readonly dayPart: number;
}

/** Whole months before this one, so that any month stands beside the same month of the year before. */
const MONTHS_OF_HISTORY = 13;
/** Figures of days that are no older than this are still corrected. */
const DAYS_UNTIL_FINAL = 3;
/** Days after today whose shifts are posted already. People book a position of tomorrow more likely than a later one. */
const DAYS_TO_COME = 28;
const BOOKED_LESS_A_DAY = 0.03;
/** From the best of times to the best of times, in days; how far chances move from there to the worst. */
const [CYCLE_DAYS, WORST_FILL, WORST_NO_SHOWS] = [182, 0.28, 0.06];

/** From Monday to Sunday: how many of the shifts that could be are held, and how large their crews are. */
const HELD = [0.58, 0.6, 0.68, 0.74, 0.92, 0.96, 0.78];
const BUSY = [0.8, 0.8, 0.9, 1, 1.25, 1.3, 1];
/** From January to December: how large crews are. */
const SEASON = [0.85, 0.88, 0.95, 1, 1.05, 1.1, 1.12, 1.08, 1, 1, 1.1, 1.3];

const SHARE_WITHOUT_POSITIONS = 0.005;
/** Of the shifts with positions that no one filled; only those are withdrawn. */
const SHARE_PARTLY_WITHDRAWN = 0.3;
const [SHARE_CANCELLED_LATE, SHARE_LEAVING_EARLY] = [0.04, 0.1];
/** Of the shifts of the newest days. */
const [SHARE_DISPUTED, SHARE_UNCONFIRMED] = [0.06, 0.2];

/**
 * The sample employer's shifts of these days, in the order of the days. There are shifts in the 13 months before this one, in
 * this one until today, and on the 28 days after today.
 *
 * A day has the same shifts whenever it is asked for, except for small corrections until three days later. Of a shift that
 * has not ended, nothing is known but who booked.
 */
export function sampleShifts(region: Region, { from, to }: DateRange, moment: SampleMoment): SampleShift[] {
  const shifts: SampleShift[] = [];
  const first = Math.max(from, startOfMonth(moment.today, -MONTHS_OF_HISTORY));
  for (let day = first; day <= Math.min(to, moment.today + DAYS_TO_COME); day += 1) {
    for (let slot = 0; slot < VENUES.length * ROLES.length; slot += 1) {
      const shift = shiftOf(region, day, slot, moment);
      if (shift) shifts.push(shift);
    }
  }
  return shifts;
}

/**
 * @param slot Which of the shifts that each day may have, from 0.
 * @returns `undefined` for one that is not held.
 */
function shiftOf(
  region: Region,
  day: CalendarDate,
  slot: number,
  { today, dayPart }: SampleMoment,
): SampleShift | undefined {
  const [place, work] = [Math.floor(slot / ROLES.length), slot % ROLES.length];
  const [venue, role] = [VENUES[place] as SampleVenue, ROLES[work] as (typeof ROLES)[number]];
  const [ofWeek, age] = [weekday(day), today - day];
  const random = seededRandom(region === 'US' ? 1 : 2, day, slot);
  const isOpen = (ofWeek === 5 || ofWeek === 6) && (role.area === 2 || work === 0);
  if (venue.isTiny ? !isOpen : random() >= (HELD[ofWeek - 1] ?? 0)) return undefined;
  const endsAt = 0.45 + 0.55 * random();
  const hasEnded = age > 0 || (age === 0 && dayPart >= endsAt);
  const usual = role.crew * venue.size * (BUSY[ofWeek - 1] ?? 1) * (SEASON[toParts(day).month - 1] ?? 1);
  const positions = Math.max(1, Math.round(usual * (0.7 + 0.6 * random())));
  const posted = random() < SHARE_WITHOUT_POSITIONS ? 0 : positions;
  const isWithdrawn = random() < SHARE_PARTLY_WITHDRAWN;
  const withdrawnShare = random();
  // 0 in the best of times, 1 in the worst, and evenly up and down between them.
  const trouble =
    venue.phase === undefined ? 0 : 1 - Math.abs(2 * ((day / CYCLE_DAYS + venue.phase) % 1) - 1);
  const fill = (venue.fill - WORST_FILL * trouble) * (1 + BOOKED_LESS_A_DAY * Math.min(0, age));
  const stayAway = venue.noShows + WORST_NO_SHOWS * trouble;
  let [booked, worked, noShows, early] = [0, 0, 0, 0];
  for (let person = 0; person < posted; person += 1) {
    if (random() >= fill) continue;
    booked += 1;
    const turnout = random();
    if (turnout < stayAway) noShows += 1;
    else if (turnout >= stayAway + SHARE_CANCELLED_LATE) worked += 1;
    else continue;
    if (turnout >= 1 - SHARE_LEAVING_EARLY) early += 1;
  }
  let demand = posted - (isWithdrawn ? Math.ceil(withdrawnShare * (posted - booked)) : 0);
  let hoursWorked: number | null = worked * role.hours - early * 0.25;
  if (!hasEnded) [worked, noShows, demand, hoursWorked] = [0, 0, posted, 0];
  // In the first days one who worked may still count as absent, and hours may not be confirmed.
  const draw = !hasEnded || age > DAYS_UNTIL_FINAL ? 1 : random();
  if (draw < SHARE_DISPUTED && worked > 0) {
    [worked, noShows, hoursWorked] = [worked - 1, noShows + 1, Math.max(0, hoursWorked - role.hours)];
  } else if (draw >= SHARE_DISPUTED && draw < SHARE_UNCONFIRMED) hoursWorked = null;
  const names = NAMES[region];
  // Percentages are of positions posted, of people booked and of true demand, as most services would have it.
  return {
    SHIFT_DATE: formatIsoDate(day),
    VENUE_NAME: `Sample ${names.venues[place]}`,
    AREA_NAME: names.areas[role.area] ?? '',
    JOB_TITLE: names.roles[work] ?? '',
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    SHIFTS_BOOKED_PERCENTAGE: percentage(booked, posted),
    SHIFTS_UNFILLED: posted - booked,
    SHIFTS_UNFILLED_PERCENTAGE: percentage(posted - booked, posted),
    SHIFTS_WORKED: worked,
    SHIFTS_WORKED_PERCENTAGE: percentage(worked, booked),
    NO_SHOWS: noShows,
    NO_SHOWS_PERCENTAGE: percentage(noShows, booked),
    HOURS_SCHEDULED: booked * role.hours,
    HOURS_WORKED: hoursWorked,
    TRUE_DEMAND: demand,
    TRUE_FULFILMENT_PERCENTAGE: percentage(worked, demand),
    SHIFT_ID: day * 100 + slot,
  };
}

/** With one decimal; nothing of nothing is null, not 0. */
function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

/**
 * Makes the same numbers, from 0 up to 1, from the same start: one start for each shift of each day. The generator is
 * mulberry32 (public domain, Tommy Ettinger): quick, and good enough to look natural.
 *
 * @param seeds Whole numbers; each changes everything.
 */
function seededRandom(...seeds: readonly number[]): () => number {
  let state = seeds.reduce((hash, seed) => {
    const mixed = Math.imul(hash ^ seed, 0x9e3779b1);
    return mixed ^ (mixed >>> 15);
  }, 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

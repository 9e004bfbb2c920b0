import {
  type CalendarDate,
  type DateRange,
  formatIsoDate,
  MILLIS_PER_DAY,
  parseIsoDate,
  startOfMonth,
  toParts,
  UNIX_EPOCH,
  type Weekday,
  weekday,
} from '../calendar/calendar-date';
import { type Region, SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../employer-api/connection';
import type { Clock, HttpRequest, HttpResponse, HttpTransport, MakeId } from '../employer-api/ports';

/** The numeric IDs of the sample employer's accounts; `me` is the same. */
const EMPLOYER_IDS: Readonly<Record<Region, number>> = { US: 900_001, UK: 900_002 };

/** The one token there is. It opens made-up figures only. */
const TOKEN = 'sample';

const TOKEN_LIFETIME_SECONDS = 3600;
/**
 * How far the sample employer's clock is from UTC. It is behind every clock of its region for most of the year, so that
 * no one there is shown a day to come.
 */
const CLOCK_HOURS: Readonly<Record<Region, number>> = { US: -8, UK: 0 };

const REPORT_URL =
  /^(https:\/\/[^/]+)\/v1\/reporting\/([^/?]+)\/reports\/shift_fulfilment\?from_date=([^&]*)&to_date=([^&]*)$/;

/** Whether a request is for the sample employer. */
function isForSample({ url }: Pick<HttpRequest, 'url'>): boolean {
  return SAMPLE_ORIGINS.some((origin) => url.startsWith(`${origin}/`));
}

const SAMPLE_ORIGINS = [
  SAMPLE_ADDRESSES.auth,
  SAMPLE_ADDRESSES.regions.US,
  SAMPLE_ADDRESSES.regions.UK,
] as const;

/**
 * Answers as the service would: a token for the sample's credentials, and the report for that token. Specification
 * sections 2, 4, 5 and 7. Nothing is ever slow, refused by allowance or down.
 *
 * @param now Milliseconds since 1970.
 * @param makeId Makes a correlation ID where the request brings none.
 */
export function answerSample(request: HttpRequest, now: number, makeId: () => string): HttpResponse {
  const sent = { date: new Date(now).toUTCString() };
  if (request.url === `${SAMPLE_ADDRESSES.auth}/oauth/v2/tokens`) return answerToken(request, sent);
  const correlationId = request.headers['X-Correlation-ID'] ?? makeId();
  return answerReport(request, now, { ...sent, 'x-correlation-id': correlationId });
}

function answerToken({ body }: HttpRequest, sent: Readonly<Record<string, string>>): HttpResponse {
  const { clientId, clientSecret } = SAMPLE_CREDENTIALS;
  const form: Readonly<Record<string, string>> = 'form' in body ? body.form : {};
  if (form.client_id !== clientId || form.client_secret !== clientSecret) {
    return json(401, { error: 'invalid_client' }, sent);
  }
  const granted = { token_type: 'Bearer', expires_in: TOKEN_LIFETIME_SECONDS, scope: 'employer_access' };
  return json(200, { access_token: TOKEN, ...granted }, sent);
}

function answerReport(
  { url, headers }: HttpRequest,
  now: number,
  traced: Readonly<Record<string, string>>,
): HttpResponse {
  const [, origin, employer, from = '', to = ''] = REPORT_URL.exec(url) ?? [];
  const region = (Object.keys(EMPLOYER_IDS) as Region[]).find(
    (one) => SAMPLE_ADDRESSES.regions[one] === origin,
  );
  if (region === undefined) return refuse(404, traced);
  if (headers.Authorization !== `Bearer ${TOKEN}`) return refuse(401, traced);
  const employerId = EMPLOYER_IDS[region];
  if (employer !== 'me' && employer !== String(employerId)) return refuse(403, traced);
  const [first, last] = [parseIsoDate(from), parseIsoDate(to)];
  if (first === undefined || last === undefined || first > last) return refuse(400, traced);
  const answer = {
    request: { employer_id: employerId, deployment_code: region, from_date: from, to_date: to },
    report: { shifts: sampleShifts(region, { from: first, to: last }, momentIn(region, now)) },
    metadata: { employer_id: employerId, generated_at: new Date(now).toISOString() },
  };
  return json(200, answer, traced);
}

function momentIn(region: Region, now: number): SampleMoment {
  const days = (now + CLOCK_HOURS[region] * 3_600_000) / MILLIS_PER_DAY;
  const whole = Math.floor(days);
  return { today: whole + UNIX_EPOCH, dayPart: days - whole };
}

function refuse(status: number, headers: Readonly<Record<string, string>>): HttpResponse {
  return json(status, { status }, headers);
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>>): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    text: JSON.stringify(body),
  };
}

/**
 * Answers requests for the sample employer in-process, and hands every other one to the transport behind it.
 *
 * The address alone decides: no request for the sample leaves, and none for the service is answered here.
 */
export class SampleTransport implements HttpTransport {
  constructor(
    private readonly service: HttpTransport,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly makeId: MakeId,
  ) {}

  send(request: HttpRequest): HttpResponse | undefined {
    return isForSample(request) ? this.answer(request) : this.service.send(request);
  }

  sendAll(requests: readonly HttpRequest[]): (HttpResponse | undefined)[] {
    const others = requests.filter((request) => !isForSample(request));
    const answers = others.length > 0 ? this.service.sendAll(others) : [];
    let next = 0;
    return requests.map((request) => {
      if (isForSample(request)) return this.answer(request);
      next += 1;
      return answers[next - 1];
    });
  }

  private answer(request: HttpRequest): HttpResponse {
    return answerSample(request, this.clock.now(), this.makeId);
  }
}

/** A venue of the sample employer, whatever it is called. */
interface SampleVenue {
  /** How large its crews are; 1 is usual. */
  readonly size: number;
  /** The chance that a position is booked, in good times. */
  readonly fill: number;
  /** The chance that a booked person does not come, in good times. */
  readonly noShows: number;
  /** Where in its half-yearly rise and fall it stands, from 0 to 1; without it times are always good. */
  readonly phase?: number;
  /** A tiny venue: open on Fridays and Saturdays, for crews of one or two. */
  readonly isTiny?: true;
}

/** A kind of work of the sample employer. */
interface SampleRole {
  /** Which of the areas it belongs to. */
  readonly area: number;
  /** How many people a shift usually needs. */
  readonly crew: number;
  /** How long a shift lasts. */
  readonly hours: number;
}

/**
 * Twelve venues. Four of them go through better and worse times, each a quarter of the way behind the other: on any day
 * one is clearly getting worse and one is clearly recovering, and what they were on a day never changes.
 */
const SAMPLE_VENUES: readonly SampleVenue[] = [
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

/** Five kinds of work in three areas. */
const SAMPLE_ROLES: readonly SampleRole[] = [
  { area: 0, crew: 5, hours: 6 },
  { area: 0, crew: 2, hours: 5 },
  { area: 1, crew: 3, hours: 8 },
  { area: 1, crew: 2.4, hours: 7 },
  { area: 2, crew: 3, hours: 6.5 },
];

/** What the venues, areas and kinds of work are called. Every venue says that it is a sample. */
interface SampleNames {
  readonly venues: readonly string[];
  readonly areas: readonly string[];
  readonly roles: readonly string[];
}

/** The names as they are in each region. */
const SAMPLE_NAMES: Readonly<Record<Region, SampleNames>> = {
  US: {
    venues: venues(
      'Grand Hotel Chicago|Lakeview Bistro Milwaukee|Stadium Club Denver|Harbor House Boston|' +
        'Convention Center Dallas|Riverside Ballroom Austin|Theater Cafe Portland|Museum Kitchen Seattle|' +
        'Airport Lounge Atlanta|Vineyard Estate Napa|Rooftop Bar Miami|Chapel Loft Savannah',
    ),
    areas: ['Front of House', 'Kitchen', 'Bar'],
    roles: ['Server', 'Host', 'Line Cook', 'Dishwasher', 'Bartender'],
  },
  UK: {
    venues: venues(
      'Grand Hotel Leeds|Quayside Bistro Bristol|Stadium Suite Cardiff|Harbour House Liverpool|' +
        'Conference Centre Birmingham|Riverside Ballroom York|Theatre Café Bath|Museum Kitchen Glasgow|' +
        'Airport Lounge Manchester|Country Estate Harrogate|Rooftop Bar London|Chapel Loft Whitby',
    ),
    areas: ['Front of house', 'Kitchen', 'Bar'],
    roles: ['Waiting staff', 'Host', 'Chef', 'Kitchen porter', 'Bar staff'],
  },
};

function venues(names: string): string[] {
  return names.split('|').map((name) => `Sample ${name}`);
}

/** One element of `report.shifts` as the service sends it. Specification section 2.2. */
type SampleShift = Readonly<Record<string, string | number | null>>;

/** A moment as the sample employer's clock shows it. */
interface SampleMoment {
  readonly today: CalendarDate;
  /** How much of the day is over, from 0 to 1. */
  readonly dayPart: number;
}

/** Whole months before this one, so that any month stands beside the same month of the year before. */
const MONTHS_OF_HISTORY = 13;
/** Figures of days that are no older than this are still corrected. */
const DAYS_UNTIL_FINAL = 3;
/** Days after today whose shifts are posted already. People book a position of tomorrow more likely than a later one. */
const DAYS_TO_COME = 28;
const BOOKED_LESS_A_DAY = 0.03;
/** From the best of times to the best of times. */
const CYCLE_DAYS = 182;
/** How far the chances of being booked and of staying away move from the best of times to the worst. */
const [WORST_FILL, WORST_NO_SHOWS] = [0.28, 0.06];

/** From Monday to Sunday: how many of the shifts that could be are held, and how large their crews are. */
const HELD: Readonly<Record<Weekday, number>> = {
  1: 0.58,
  2: 0.6,
  3: 0.68,
  4: 0.74,
  5: 0.92,
  6: 0.96,
  7: 0.78,
};
const BUSY: Readonly<Record<Weekday, number>> = { 1: 0.8, 2: 0.8, 3: 0.9, 4: 1, 5: 1.25, 6: 1.3, 7: 1 };
/** From January to December: how large crews are. */
const SEASON = [0.85, 0.88, 0.95, 1, 1.05, 1.1, 1.12, 1.08, 1, 1, 1.1, 1.3];

const SHARE_WITHOUT_POSITIONS = 0.005;
/** Of the shifts with positions that no one filled; only those are withdrawn. */
const SHARE_PARTLY_WITHDRAWN = 0.3;
const SHARE_CANCELLED_LATE = 0.04;
const SHARE_LEAVING_EARLY = 0.1;
/** Of the shifts of the newest days. */
const [SHARE_DISPUTED, SHARE_UNCONFIRMED] = [0.06, 0.2];

/** What is counted in a shift. */
interface Counts {
  readonly posted: number;
  readonly booked: number;
  readonly worked: number;
  readonly noShows: number;
  readonly demand: number;
  readonly hoursScheduled: number;
  readonly hoursWorked: number | null;
}

/**
 * The sample employer's shifts of these days, by day: 13 months, what of this one is over, and the 28 days after today.
 *
 * A day has the same shifts whenever it is asked for, but for small corrections until three days later. Of today, the
 * shifts that have ended.
 */
export function sampleShifts(region: Region, { from, to }: DateRange, moment: SampleMoment): SampleShift[] {
  const shifts: SampleShift[] = [];
  const first = Math.max(from, startOfMonth(moment.today, -MONTHS_OF_HISTORY));
  for (let day = first; day <= Math.min(to, moment.today + DAYS_TO_COME); day += 1) {
    const scene = sceneOf(region, day, moment);
    SAMPLE_VENUES.forEach((venue, place) => {
      SAMPLE_ROLES.forEach((role, work) => {
        const shift = shiftOf(scene, venue, role, place * SAMPLE_ROLES.length + work);
        if (shift) shifts.push(shift);
      });
    });
  }
  return shifts;
}

/** A day, and how it looks from today. */
interface Scene {
  readonly region: Region;
  readonly day: CalendarDate;
  readonly date: string;
  readonly weekday: Weekday;
  /** How large crews are; 1 is usual. */
  readonly scale: number;
  /** How many days ago. */
  readonly age: number;
  /** How much of it is over, from 0 to 1. */
  readonly dayPart: number;
}

function sceneOf(region: Region, day: CalendarDate, { today, dayPart }: SampleMoment): Scene {
  const scale = BUSY[weekday(day)] * (SEASON[toParts(day).month - 1] ?? 1);
  const [age, over] = [today - day, day === today ? dayPart : 1];
  return { region, day, date: formatIsoDate(day), weekday: weekday(day), scale, age, dayPart: over };
}

/** @param slot Which of the shifts that each day may have, from 0. */
function shiftOf(scene: Scene, venue: SampleVenue, role: SampleRole, slot: number): SampleShift | undefined {
  const { day, region, age } = scene;
  const random = seededRandom(region === 'US' ? 1 : 2, day, slot);
  const isHeld = venue.isTiny ? isTinyOpen(scene, role) : random() < HELD[scene.weekday];
  if (!isHeld) return undefined;
  const endsAt = 0.45 + 0.55 * random();
  if (scene.dayPart < endsAt) return undefined;
  const usual = role.crew * venue.size * scene.scale;
  const positions = Math.max(1, Math.round(usual * (0.7 + 0.6 * random())));
  const { fill, noShows } = chances(venue, day);
  const drawn = drawCounts(random, positions, role, {
    fill: fill * (1 + BOOKED_LESS_A_DAY * Math.min(0, age)),
    noShows,
  });
  const counts = age < 0 ? notWorkedYet(drawn) : correctLater(drawn, role, age, random);
  const names = SAMPLE_NAMES[region];
  const [venueIndex, roleIndex] = [Math.floor(slot / SAMPLE_ROLES.length), slot % SAMPLE_ROLES.length];
  const place = [names.venues[venueIndex], names.areas[role.area], names.roles[roleIndex]];
  return recordOf(scene.date, place, counts, day * 100 + slot);
}

/** Fridays and Saturdays, for the first kind of work and the last. */
function isTinyOpen({ weekday }: Scene, role: SampleRole): boolean {
  return (weekday === 5 || weekday === 6) && (role.area === 2 || role === SAMPLE_ROLES[0]);
}

/** How likely a position is booked, and a booked person absent, at a venue on a day. */
function chances({ fill, noShows, phase }: SampleVenue, day: CalendarDate) {
  if (phase === undefined) return { fill, noShows };
  const turn = (day / CYCLE_DAYS + phase) % 1;
  // 0 in the best of times, 1 in the worst, and evenly up and down between them.
  const trouble = 1 - Math.abs(2 * turn - 1);
  return { fill: fill - WORST_FILL * trouble, noShows: noShows + WORST_NO_SHOWS * trouble };
}

function drawCounts(
  random: Random,
  positions: number,
  { hours }: SampleRole,
  { fill, noShows }: { readonly fill: number; readonly noShows: number },
): Counts {
  const posted = random() < SHARE_WITHOUT_POSITIONS ? 0 : positions;
  const isWithdrawn = random() < SHARE_PARTLY_WITHDRAWN;
  const withdrawnShare = random();
  let [booked, worked, absent, early] = [0, 0, 0, 0];
  for (let person = 0; person < posted; person += 1) {
    if (random() >= fill) continue;
    booked += 1;
    const turnout = random();
    if (turnout < noShows) absent += 1;
    else if (turnout >= noShows + SHARE_CANCELLED_LATE) worked += 1;
    else continue;
    if (turnout >= 1 - SHARE_LEAVING_EARLY) early += 1;
  }
  const withdrawn = isWithdrawn ? Math.ceil(withdrawnShare * (posted - booked)) : 0;
  return {
    posted,
    booked,
    worked,
    noShows: absent,
    demand: posted - withdrawn,
    hoursScheduled: booked * hours,
    hoursWorked: worked * hours - early * 0.25,
  };
}

/** Of a day to come nothing is known but who booked. */
function notWorkedYet(counts: Counts): Counts {
  return { ...counts, worked: 0, noShows: 0, demand: counts.posted, hoursWorked: 0 };
}

/** In the first days one who worked may still count as absent, and hours may not be confirmed. */
function correctLater(counts: Counts, { hours }: SampleRole, age: number, random: Random): Counts {
  const draw = random();
  if (age > DAYS_UNTIL_FINAL || draw >= SHARE_UNCONFIRMED) return counts;
  if (draw >= SHARE_DISPUTED) return { ...counts, hoursWorked: null };
  const { worked, noShows, hoursWorked } = counts;
  if (worked === 0 || hoursWorked === null) return counts;
  return {
    ...counts,
    worked: worked - 1,
    noShows: noShows + 1,
    hoursWorked: Math.max(0, hoursWorked - hours),
  };
}

/** Percentages are of positions posted, of people booked and of true demand, as most services would have it. */
function recordOf(
  date: string,
  [venue, area, role]: readonly (string | undefined)[],
  { posted, booked, worked, noShows, demand, hoursScheduled, hoursWorked }: Counts,
  shiftId: number,
): SampleShift {
  return {
    SHIFT_DATE: date,
    VENUE_NAME: venue ?? '',
    AREA_NAME: area ?? '',
    JOB_TITLE: role ?? '',
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    SHIFTS_BOOKED_PERCENTAGE: percentage(booked, posted),
    SHIFTS_UNFILLED: posted - booked,
    SHIFTS_UNFILLED_PERCENTAGE: percentage(posted - booked, posted),
    SHIFTS_WORKED: worked,
    SHIFTS_WORKED_PERCENTAGE: percentage(worked, booked),
    NO_SHOWS: noShows,
    NO_SHOWS_PERCENTAGE: percentage(noShows, booked),
    HOURS_SCHEDULED: hoursScheduled,
    HOURS_WORKED: hoursWorked,
    TRUE_DEMAND: demand,
    TRUE_FULFILMENT_PERCENTAGE: percentage(worked, demand),
    SHIFT_ID: shiftId,
  };
}

/** With one decimal; nothing of nothing is null, not 0. */
function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

/** Gives numbers from 0 up to, not including, 1. */
type Random = () => number;

/**
 * Makes the same numbers from the same start, one start for each shift of each day.
 *
 * The generator is mulberry32 (public domain, Tommy Ettinger): quick, and good enough to look natural.
 *
 * @param seeds Whole numbers; each changes everything.
 */
function seededRandom(...seeds: readonly number[]): Random {
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

import { type Counts, LISTED_TRUTHS, type Truth } from '../simulation/services';
import { type ChangingService, type Day, type TrueShift, textOf, weekdayOf } from './changing-service';

/*
 * Says of what the add-on shows whether it is right, by the service's true shifts and definitions and by the rules that
 * the specification and docs/what-the-figures-mean.md state. It knows nothing of the add-on's code.
 */

/** A value of a cell; blank is `''`. */
export type Shown = string | number | boolean | Date;

/** Days, both ends included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** What was asked for: one of the custom functions, or a saved report that groups. */
export interface Question {
  readonly kind: 'rows' | 'groups' | 'metric' | 'trend' | 'compare';
  readonly days: Days;
  /** The period before, of a comparison. */
  readonly before?: Days;
  readonly by: 'venue' | 'day' | 'week' | 'weekday';
  /** The figures that it shows, by the service's names. */
  readonly fields: readonly string[];
  /** 0 is Sunday. */
  readonly weekStart: number;
  /** Whether it is a saved report, refreshed in one run with others. */
  readonly isTable?: boolean;
}

/**
 * `right`: what the truth is, or blank for what nobody knows. `signed`: wrong, and it says so. `unsigned`: wrong without a
 * sign, although an answer or an earlier table gave reason to doubt it. `silent`: wrong, and nothing that the service said
 * tells of it.
 */
export type Verdict = 'right' | 'signed' | 'unsigned' | 'silent';

/** What is to be said of one result. */
export interface Judgement {
  readonly verdict: Verdict;
  /** What is wrong, in one line. */
  readonly what: string;
  /** Doubt that is told where nothing is doubtful. */
  readonly needless: readonly string[];
}

/** A table of a saved report before and after a refresh. */
export interface Refreshed {
  readonly days: Days;
  readonly keepsHistory: boolean;
  readonly state: string;
  readonly message: string;
  readonly before: readonly (readonly Shown[])[];
  /** What it held at the other times of the last 24 hours. */
  readonly lastDay: readonly (readonly (readonly Shown[])[])[];
  readonly after: readonly (readonly Shown[])[];
}

const COUNTS = [
  ...(['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_UNFILLED', 'SHIFTS_WORKED', 'NO_SHOWS'] as const),
  ...(['HOURS_SCHEDULED', 'HOURS_WORKED', 'TRUE_DEMAND'] as const),
];
/** Figures that count finished days only. */
const OF_FINISHED_DAYS = [
  ...['SHIFTS_WORKED', 'NO_SHOWS', 'HOURS_WORKED'],
  ...['SHIFTS_WORKED_PERCENTAGE', 'NO_SHOWS_PERCENTAGE', 'TRUE_FULFILMENT_PERCENTAGE'],
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const WORDS: Readonly<Record<string, RegExp>> = {
  SHIFTS_BOOKED_PERCENTAGE: /^booked %/,
  SHIFTS_UNFILLED_PERCENTAGE: /^unfilled %/,
  SHIFTS_WORKED_PERCENTAGE: /^worked %/,
  NO_SHOWS_PERCENTAGE: /^no shows? %/,
  TRUE_FULFILMENT_PERCENTAGE: /^true fulfill?ment %/,
};
/** Notes that say nothing of how right a figure is: of periods, and of doubtful but harmless records. */
const PLAIN_NOTES =
  /^(\d+ of \d+ days|not over yet|[\d,]+ of [\d,]+ records are not over yet|includes \d+ incomplete periods? .*|[\d,]+ records? with the SHIFT_ID of another one|(before: |after: )?[\d,]+ records? with 0 .* counted in .*|(A: )?\d+ days, B: \d+( days?)?|[\d,]+ of [\d,]+ (refreshed )?rows? agrees?)$/;
/** Plain, unless the service fills a field with 0: then it is the sign of it. */
const OVER_NOTE = /records? with 0 .* counted in /;
/** What the message of a refresh says of rows that it could not show, or may not have got. */
const SIGNS =
  /left out|may not be all|not all|of other days|without a day|came twice|without a value|came in one answer|no rows came|shifts? came\b.*, [\d,]+ before/;
/** A doubt of the definition, or of what follows from it; others are about rows. */
export const BASIS_NOTE = /by definition$|fits no known definition|as chosen|no rows to compare/;
/** Two percentages this far apart differ however they are rounded or cut off. */
const APART = 1.01;
/** Of a table that keeps history so many days are fetched again each time. */
const KEPT_ANEW = 10;
/** Tables of fewer rows come and go. */
const FEWEST_ROWS = 10;
/** What two answers within this time say differently, the service did not change in between. */
const SAME_MILLIS = 15 * 60_000;
/** A loss of fewer rows is counted without a question (docs/limits.md). */
const FEWEST_ASKED = 4;
/** A definition that so many rows tell from all others is beyond doubt. */
const DECIDING_ROWS = 40;
/** The share of rows by another definition from which a figure may go by either. */
const MIXED_SHARE = 0.1;
/** A single figure may be of any definition that fits while they lie no further apart than this. */
const DOCUMENTED_POINTS = 5;
/** A range narrower than half of what is displayed needs no mark. */
const UNMARKED_POINTS = 0.051;

/** What a message of a refresh tells of rows, as a note beside figures would. */
export function noteIn(message: string): string[] {
  return SIGNS.test(message) ? [message] : [];
}

/** How many shifts a message says were removed. */
function removedIn(message: string): number {
  return numberOf(/([\d,]+) (?:shifts? )?removed/.exec(message)?.[1]);
}

/** How many fewer shifts came than before, as a message says where they have no SHIFT_ID of their own. */
function fewerIn(message: string): number {
  const [, came, before] = /([\d,]+) shifts? came\b.*?, ([\d,]+) before/.exec(message) ?? [];
  return numberOf(before) - numberOf(came);
}

function numberOf(digits = '0'): number {
  return Number(digits.replaceAll(',', ''));
}

/** The judge of one service's results. */
export class Oracle {
  constructor(private readonly service: ChangingService) {}

  /** What the five functions show. @param message The sentence in the cell, where there is no result. */
  judgeResult(
    question: Question,
    rows: readonly (readonly Shown[])[],
    notesBeside: readonly string[] = [],
  ): Judgement {
    if (question.kind === 'rows') return this.judgeRows(question.days, rows, notesBeside);
    const [headings = [], ...lines] = question.kind === 'metric' ? metricTable(question, rows) : rows;
    const names = headings.map(String);
    const table = lines.map((line) => new Map(line.map((value, at) => [names[at] ?? '', value] as const)));
    const besideFigures = notesBeside.flatMap((note) => splitNotes(note));
    const inTable = table.flatMap((line) => splitNotes(String(line.get('NOTES') ?? '')));
    const isZeroed = [question.days, ...(question.before ? [question.before] : [])].some((days) =>
      this.changesIn(days).some(({ kind }) => kind === 'field 0'),
    );
    const told = [...inTable, ...besideFigures].filter(
      (note) => !PLAIN_NOTES.test(note) || (isZeroed && OVER_NOTE.test(note)),
    );
    return this.conclude(question, this.compareGroups(question, names, table), told, besideFigures);
  }

  /** A sentence in place of a result. */
  judgeRefusal(question: Question, sentence: string): Judgement {
    const isOfBasis = /do not settle|fits no known definition/.test(sentence);
    const isNeedless =
      !isOfBasis || question.fields.every((field) => this.isNeedless(sentence, field, question));
    return judged('signed', sentence, isNeedless ? [sentence] : []);
  }

  /** What a table of shifts became. */
  judgeTable(table: Refreshed): Judgement {
    const changed = JSON.stringify(table.before) !== JSON.stringify(table.after);
    if (table.state !== 'OK') {
      const isTorn = changed && !table.keepsHistory && table.before.length > 0;
      return isTorn
        ? judged('unsigned', `torn: ${table.state}, and the table has changed`)
        : judged('signed', `${table.state}: ${table.message}`);
    }
    const isEmptied = table.before.length > FEWEST_ROWS && table.after.length <= 1;
    if (isEmptied && this.service.shifts().some(({ day }) => isIn(day, table.days)))
      return judged(
        'unsigned',
        `emptied: ${table.before.length - 1} rows before, none now: ${table.message}`,
      );
    const wiped = this.wipedColumns(table);
    const [told = ''] = /(?:no row has a value|every row has 0) for [^.]*/.exec(table.message) ?? [];
    if (wiped.some((name) => !told.includes(name) && !told.includes('more column')))
      return judged('unsigned', `wiped column: ${wiped.join(', ')}`);
    const [before, after] = [this.keysOf(table.before), this.keysOf(table.after)];
    const isTold = /left out|may not be|not all|of other days|without a day|came twice|no rows came/.test(
      table.message,
    );
    if (after !== undefined) {
      const truth = new Set(this.service.shifts().map((shift) => this.keyOf(shift)));
      const inDays = this.service.shifts().filter((shift) => isIn(shift.day, table.days));
      const lost = Array.from(before ?? []).filter(
        ([key, day]) => truth.has(key) && !after.has(key) && (table.keepsHistory || isIn(day, table.days)),
      );
      if (lost.length > 0) {
        const removed = Math.max(removedIn(table.message), fewerIn(table.message));
        // A table that keeps history loses rows of all days that are fetched for it.
        const from = Math.min(table.days.from, this.service.today - (table.keepsHistory ? KEPT_ANEW : 0));
        const countKept = (keys: ReadonlyMap<string, Day> | undefined) =>
          Array.from(keys ?? []).filter(([key, day]) => truth.has(key) && isIn(day, { ...table.days, from }))
            .length;
        const mostKept = Math.max(
          ...[table.before, ...table.lastDay].map((one) => countKept(this.keysOf(one))),
        );
        const kept = countKept(after);
        const isFew = mostKept - kept < FEWEST_ASKED;
        const isCounted = removed >= lost.length && (kept * 2 >= mostKept || isFew);
        const verdict = isTold || isCounted ? 'signed' : 'unsigned';
        return judged(verdict, `${lost.length} of ${before?.size} rows lost: ${table.message}`);
      }
      const missing = inDays.filter((shift) => !after.has(this.keyOf(shift)));
      if (missing.length > 0) {
        const isTelling = this.isTelling(table.days, {
          isTable: true,
          showsAll: this.cameOf(missing).length === 0,
        });
        const verdict = isTold ? 'signed' : isTelling ? 'unsigned' : 'silent';
        return judged(verdict, `${missing.length} of ${inDays.length} rows missing: ${table.message}`);
      }
      const extra = Array.from(after).filter(([key, day]) => isIn(day, table.days) && !truth.has(key));
      if (extra.length > 0)
        return judged('unsigned', `${extra.length} rows that are no shifts: ${extra[0]?.[0]}`);
      // Where shifts have no SHIFT_ID and move to other days, two may be alike.
      const alike = this.service.shifts().filter((shift) => after.has(this.keyOf(shift))).length;
      const known = Array.from(after.keys()).filter((key) => truth.has(key)).length;
      if (after.size + alike - known < table.after.length - 1)
        return judged('unsigned', 'a row stands twice');
    }
    const values = this.judgeRows(table.days, table.after, noteIn(table.message));
    return isTold && values.verdict === 'right' ? { ...values, needless: [table.message] } : values;
  }

  /** Rows with the 18 fields, or some of them. */
  private judgeRows(days: Days, rows: readonly (readonly Shown[])[], notes: readonly string[]): Judgement {
    const told = notes.flatMap((note) => splitNotes(note)).filter((note) => !PLAIN_NOTES.test(note));
    const shown = this.keysOf(rows);
    if (shown === undefined) return judged('right', 'rows without anything to tell them by');
    const truth = new Map(
      this.service
        .shifts()
        .flatMap((shift) => (isIn(shift.day, days) ? [[this.keyOf(shift), shift] as const] : [])),
    );
    const missing = Array.from(truth).flatMap(([key, shift]) => (shown.has(key) ? [] : [shift]));
    if (missing.length > 0) {
      const isTelling = this.isTelling(days, { showsAll: this.cameOf(missing).length === 0 });
      const verdict = told.length > 0 ? 'signed' : isTelling ? 'unsigned' : 'silent';
      return judged(verdict, `${missing.length} of ${truth.size} rows missing`);
    }
    const [headings = []] = rows;
    for (const row of rows.slice(1)) {
      const shift = truth.get(this.keyOfRow(headings, row) ?? '');
      for (const name of COUNTS) {
        const value = row[headings.indexOf(name)];
        if (shift === undefined || value === undefined || value === '') continue;
        if (Number(value) === shift[name]) continue;
        const verdict = told.length > 0 ? 'signed' : 'silent';
        return judged(verdict, `${name} of ${textOf(shift.day)} is ${value}, not ${shift[name]}`);
      }
    }
    return judged('right', '', told);
  }

  /** Each figure that is not what it should be. */
  private compareGroups(
    question: Question,
    names: readonly string[],
    table: readonly ReadonlyMap<string, Shown>[],
  ): Wrong[] {
    const { before, days } = question;
    const wrongs: Wrong[] = [];
    const parts = before
      ? [
          { days: before, suffix: '_A' },
          { days, suffix: '_B' },
        ]
      : [{ days, suffix: '' }];
    for (const part of parts) {
      const all = this.service.shifts().filter((shift) => isIn(shift.day, part.days));
      const groups = this.groupsOf(question, all, part.days);
      const key = names[0] ?? '';
      const lines = new Map(
        table.map((line) => [question.kind === 'metric' ? '' : keyText(line.get(key)), line]),
      );
      // Shifts whose venue the service leaves empty have a line of their own.
      if (question.by === 'venue' && question.kind !== 'metric' && lines.has('')) continue;
      for (const [name, shifts] of groups) {
        const line = lines.get(name);
        if (line === undefined) {
          const isHidden = question.kind === 'trend' || shifts.length === 0;
          const isAllThatCame = this.cameOf(shifts).length === 0;
          if (!isHidden) wrongs.push({ kind: 'count', text: `no line for ${name}`, isAllThatCame, own: [] });
          continue;
        }
        for (const field of question.fields) {
          const column = question.kind === 'compare' ? part.suffix.slice(1) : field;
          const shown = line.get(column);
          if (typeof shown !== 'number') continue;
          const isExact = question.kind === 'groups' || question.kind === 'compare';
          const wrong = this.compareFigure(field, shown, { shifts, all, days: part.days }, isExact);
          const own = splitNotes(String(line.get('NOTES') ?? ''), part.suffix.slice(1));
          if (wrong) wrongs.push({ ...wrong, text: `${name} ${wrong.text}`, own });
        }
      }
    }
    return wrongs;
  }

  private compareFigure(
    field: string,
    shown: number,
    {
      shifts,
      all,
      days,
    }: { readonly shifts: readonly TrueShift[]; readonly all: readonly TrueShift[]; readonly days: Days },
    isExact: boolean,
  ): Omit<Wrong, 'own'> | undefined {
    const { today } = this.service;
    const counted = OF_FINISHED_DAYS.includes(field) ? shifts.filter(({ day }) => day < today) : shifts;
    if (!field.endsWith('_PERCENTAGE')) {
      const sum = counted.reduce((total, shift) => total + shift[field as (typeof COUNTS)[number]], 0);
      if (Math.abs(sum - shown) < 1e-6) return undefined;
      const came = this.cameOf(counted).reduce(
        (total, shift) => total + shift[field as (typeof COUNTS)[number]],
        0,
      );
      const isAllThatCame = Math.abs(came - shown) < 1e-6;
      return { kind: 'count', field, text: `${field} is ${shown}, not ${sum}`, isAllThatCame };
    }
    const rates = this.rightRates(field, counted, all);
    const tolerance = isExact ? UNMARKED_POINTS : DOCUMENTED_POINTS + UNMARKED_POINTS;
    if (rates.values.some((rate) => Math.abs(rate - shown) <= UNMARKED_POINTS)) return undefined;
    const isListed = rates.truths.every((truth) => LISTED_TRUTHS.includes(truth));
    if (isListed && rates.values.some((rate) => Math.abs(rate - shown) <= tolerance)) return undefined;
    const whole = sumOf(counted, rates.truths[0]);
    const text = `${field} is ${shown.toFixed(2)}, not ${rates.values.map((rate) => rate.toFixed(2)).join(' or ')} (of ${whole})`;
    // The rates may be right of the rows that came; then it is the rows that are wrong.
    const near = isListed ? tolerance : UNMARKED_POINTS;
    const allCame = this.cameOf(counted);
    const isOfSome =
      this.rateOfWhatCame(field, { shown, near }, { shifts, days }) ||
      // An answer may hold some of the days only.
      (allCame.length < counted.length &&
        rates.truths
          .flatMap((truth) => rateBy(allCame, () => truth))
          .some((rate) => Math.abs(rate - shown) <= near));
    const isAllThatCame = [...rates.truths, ...LISTED_TRUTHS.filter((truth) => truth.field === field)]
      .flatMap((truth) => rateBy(allCame, () => truth))
      .some((rate) => Math.abs(rate - shown) <= UNMARKED_POINTS);
    // If no row is missing, it is the definition that is wrong, also where the rates are equal by chance.
    const isOfAll = isAllThatCame && allCame.length === counted.length;
    const range = isListed ? { range: rates.values } : {};
    return { kind: isOfSome && !isOfAll ? 'count' : 'rate', field, text, isAllThatCame, ...range };
  }

  /** How many shifts of each of these days some answer of today held. */
  rowsThatCame({ from, to }: Days): Map<Day, number> {
    const counts = new Map<Day, number>();
    for (let day = from; day <= to; day += 1) counts.set(day, 0);
    for (const { day } of this.cameOf(this.service.shifts()))
      if (counts.has(day)) counts.set(day, (counts.get(day) ?? 0) + 1);
    return counts;
  }

  /** Those of these shifts that some answer of today held. */
  private cameOf(shifts: readonly TrueShift[]): TrueShift[] {
    const { step, answered } = this.service;
    const came = new Set(answered.flatMap((one) => (one.at === step ? one.shifts.map(({ id }) => id) : [])));
    return shifts.filter(({ id }) => came.has(id));
  }

  /** Whether a rate is near what the newest answers for these days give by the true definition. */
  private rateOfWhatCame(
    field: string,
    { shown, near }: { readonly shown: number; readonly near: number },
    { shifts, days }: { readonly shifts: readonly TrueShift[]; readonly days: Days },
  ): boolean {
    const { today, step, answered } = this.service;
    const wanted = new Set(shifts.map(({ id }) => id));
    return answered
      .filter(({ at, from, to }) => at === step && from <= days.from && to >= days.to)
      .some((answer) => {
        const came = answer.shifts.filter(({ id, day }) => wanted.has(id) && day < today && isIn(day, days));
        const part = this.rightRates(field, came, came);
        return came.length < shifts.length && part.values.some((rate) => Math.abs(rate - shown) <= near);
      });
  }

  /** What a percentage of a group may be: by each definition that a good part of the shifts was published by. */
  private rightRates(
    field: string,
    shifts: readonly TrueShift[],
    all: readonly TrueShift[],
  ): { readonly values: readonly number[]; readonly truths: readonly Truth[] } {
    const { service } = this;
    const finished = all.filter(({ day }) => day < service.today);
    const counts = new Map<Truth, number>();
    for (const shift of finished) {
      const truth = service.truthOf(field, shift);
      counts.set(truth, (counts.get(truth) ?? 0) + 1);
    }
    const truths = Array.from(counts).flatMap(([truth, count]) =>
      count >= MIXED_SHARE * finished.length ? [truth] : [],
    );
    if (truths.length === 0) truths.push(service.truthOf(field, { day: all.at(-1)?.day ?? service.today }));
    const values = truths.flatMap((truth) => rateBy(shifts, () => truth));
    values.push(...rateBy(shifts, (shift) => service.truthOf(field, shift)));
    return { values, truths };
  }

  private groupsOf(question: Question, all: readonly TrueShift[], days: Days): Map<string, TrueShift[]> {
    const groups = new Map<string, TrueShift[]>();
    const keyFor = (shift: Pick<TrueShift, 'day' | 'venue'>) => {
      if (question.kind === 'metric') return '';
      if (question.by === 'venue') return shift.venue;
      if (question.by === 'weekday') return WEEKDAYS[weekdayOf(shift.day)] ?? '';
      const back = question.by === 'day' ? 0 : (weekdayOf(shift.day) - question.weekStart + 7) % 7;
      return textOf(shift.day - back);
    };
    if (question.kind === 'metric') groups.set('', []);
    if (question.by === 'day' || question.by === 'week')
      for (let day = days.from; day <= days.to; day += 1) groups.set(keyFor({ day, venue: '' }), []);
    for (const shift of all) {
      const key = keyFor(shift);
      const group = groups.get(key) ?? [];
      group.push(shift);
      groups.set(key, group);
    }
    return groups;
  }

  private conclude(
    question: Question,
    wrongs: readonly Wrong[],
    told: readonly string[],
    beside: readonly string[],
  ): Judgement {
    const ofRows = told.filter((note) => !BASIS_NOTE.test(note));
    const unsigned = wrongs.filter((wrong) => {
      if (ofRows.length > 0) return false;
      if (wrong.kind === 'count') return true;
      // What is not defined at all by the truth lies within no range; that the definition is open is said of other lines.
      const notes = wrong.range?.length === 0 ? told : [...wrong.own, ...beside];
      return !notes.some((note) => WORDS[wrong.field ?? '']?.test(note) && coversTruth(note, wrong.range));
    });
    const [first] = unsigned;
    if (first) {
      const days = [question.days, ...(question.before ? [question.before] : [])];
      const isTold =
        days.some((one) => this.isUnreadable(one, first.field)) ||
        (!this.isZeroed(days, first) &&
          (first.kind === 'rate'
            ? this.isDecided(question, first)
            : days.some((one) => {
                const showsAll = unsigned.every(({ isAllThatCame = false }) => isAllThatCame);
                return this.isTelling(one, { isTable: question.isTable ?? false, showsAll });
              })));
      return judged(isTold ? 'unsigned' : 'silent', `${question.kind} by ${question.by}: ${first.text}`);
    }
    const needless = told.filter(
      (note) =>
        !BASIS_NOTE.test(note) ||
        question.fields.some((field) => WORDS[field]?.test(note) && this.isNeedless(note, field, question)),
    );
    if (wrongs[0])
      return judged(
        'signed',
        wrongs[0].text,
        needless.filter((note) => BASIS_NOTE.test(note)),
      );
    return judged('right', '', needless);
  }

  /**
   * Whether values of a figure, or of what it is made of, do not come as the specification says on some of these days.
   * Answers without any row do not show it.
   */
  private isUnreadable({ from, to }: Days, field = ''): boolean {
    if (this.service.answered.every(({ shifts }) => shifts.length === 0)) return false;
    const parts = field.endsWith('_PERCENTAGE') ? COUNTS.slice(0, 5) : [field];
    // Changes last: what holds for no shift of the last day held for none before it.
    return this.changesIn({ from, to }).some(
      (change) =>
        'fields' in change &&
        change.kind !== 'field 0' &&
        change.fields.some((name) => parts.some((part) => part === name)),
    );
  }

  /**
   * Whether a figure, or what it is made of, comes as 0: no answer shows by its rows what that field was. A rate of which
   * only a part comes as 0 contradicts what is published, so all of it has to.
   */
  private isZeroed(periods: readonly Days[], { kind, field = '' }: Wrong): boolean {
    const parts = field.endsWith('_PERCENTAGE') ? [...COUNTS, field] : [field];
    return periods
      .flatMap((days) => this.changesIn(days))
      .some((change) => {
        if (change.kind !== 'field 0') return false;
        const isZero = (part: string) => change.fields.includes(part);
        return kind === 'rate' ? parts.every(isZero) : parts.some(isZero);
      });
  }

  /** What has changed by the last of some days that are over. */
  private changesIn({ from, to }: Days): ReturnType<ChangingService['changesOn']> {
    return this.service.changesOn(Math.max(from, Math.min(to, this.service.today - 1)));
  }

  /**
   * Whether a rate had to show doubt: by a definition that never changed always, since where few shifts decide a range is
   * shown; by a new one, or one that nobody considers, where the shifts of the question tell.
   */
  private isDecided(question: Question, { field = '', range }: Wrong): boolean {
    const isSteady = !this.service.plan.changes.some(({ kind }) => kind.startsWith('definition'));
    if (isSteady && range !== undefined) return true;
    const { today } = this.service;
    const telling = this.service
      .shifts()
      .filter(
        (shift) => (isIn(shift.day, question.days) || isIn(shift.day, question.before)) && shift.day < today,
      )
      .filter((shift) => {
        const truth = this.service.truthOf(field, shift);
        return LISTED_TRUTHS.some((other) => other.field === field && areApart(truth, other, shift));
      });
    return telling.length >= DECIDING_ROWS;
  }

  /** Whether a doubt of what a percentage is of is needless. */
  private isNeedless(note: string, field: string, question: Question): boolean {
    const { plan, today } = this.service;
    if (plan.changes.some((change) => /^(field|definition)/.test(change.kind))) return false;
    const isListed = LISTED_TRUTHS.includes(this.service.truthOf(field, { day: today }));
    // One of the definitions that are looked for fits, however few shifts there are.
    if (/fits no known definition/.test(note)) return isListed;
    return this.isBeyondDoubt(field, question);
  }

  /** Whether every other definition of a percentage is ruled out by many shifts of a question. */
  private isBeyondDoubt(field: string, { days, before }: Question): boolean {
    const { service } = this;
    const finished = service
      .shifts()
      .filter(({ day }) => day < service.today && (isIn(day, days) || isIn(day, before)));
    const [truth, ...others] = new Set(finished.map((shift) => service.truthOf(field, shift)));
    if (truth === undefined || others.length > 0 || !LISTED_TRUTHS.includes(truth)) return false;
    return LISTED_TRUTHS.filter((one) => one.field === field && one !== truth).every((other) => {
      return finished.filter((shift) => areApart(truth, other, shift)).length >= DECIDING_ROWS;
    });
  }

  /**
   * Whether today's answers gave reason to doubt the rows of these days: shifts of other days, a round number of rows that
   * is not all, a finished day at one end without the rows that it has, or two answers that differ about one day.
   *
   * Two of these are no reason if all shifts that came today are shown. A service that leaves out last days says nothing
   * of other days by it, once the day after these days was requested too. A round number is chance if an answer whose
   * number is not round holds all of these days. Nor is it a reason that an answer of UTC days has other shifts of its
   * first or last day than one of hours before, if none of the next day came with it: some may be new, or deleted.
   *
   * @param isTable Whether answers for these days, or some of them, alone count.
   * @param showsAll Whether all shifts that came today are shown.
   */
  private isTelling(
    days: Days,
    { isTable = false, showsAll }: { readonly isTable?: boolean; readonly showsAll: boolean },
  ): boolean {
    const { today, step } = this.service;
    const answered = this.service.answered.filter(({ at }) => at === step);
    const recent = answered.filter(({ from, to }) => {
      // Of a run of several refreshes nobody knows here which answers were there when this table was written.
      return isTable ? from >= days.from && to <= days.to : from <= days.to && to >= days.from;
    });
    const leavesOut = this.service.changesOn(today).some(({ kind }) => kind === 'exclusive last day');
    const isReadRight =
      showsAll && leavesOut && answered.some(({ from, to }) => from <= days.to && to > days.to);
    const hasPlain =
      showsAll &&
      recent.some((one) => one.from <= days.from && one.to >= days.to && !isRound(one.shifts.length));
    // Where a business is closed, a day without rows is as it should be.
    const open = new Set(this.service.shifts().map(({ day }) => day));
    const isByUtc = this.service.changesOn(today).some(({ kind }) => kind === 'days by UTC');
    const onDay = new Map<Day, { readonly ids: string; readonly time: number; readonly isEnd: boolean }>();
    for (const { from, to, time, shifts } of recent) {
      if (shifts.some(({ day }) => !isIn(day, { from, to }))) return true;
      // Its halves, asked as well, may have shown that it is whole.
      const isWhole = recent.some((half) => {
        const rest = recent.find((one) => one.from === half.to + 1 && one.to === to);
        return half.from === from && half.shifts.length + (rest?.shifts.length ?? NaN) === shifts.length;
      });
      if (isRound(shifts.length) && !hasPlain && !isWhole) return true;
      const held = new Set(shifts.map(({ day }) => day));
      const isEmpty = (day: Day) => !held.has(day) && open.has(day);
      const last = isReadRight && !held.has(to) ? to - 1 : to;
      const end = Math.min(last, today - 2);
      if (end > from && shifts.length >= 5 * (end - from) && isEmpty(from) !== isEmpty(end)) return true;
      for (let day = Math.max(from, days.from); day <= Math.min(last, days.to, today - 1); day += 1) {
        const ids = shifts
          .flatMap((shift) => (shift.day === day ? [shift.id] : []))
          .sort()
          .join();
        const isEnd = day === from || day === to;
        const other = onDay.get(day) ?? { ids, time, isEnd };
        const mayBeLater = isByUtc && (isEnd || other.isEnd) && Math.abs(other.time - time) > SAME_MILLIS;
        if (other.ids !== ids && !mayBeLater) return true;
        onDay.set(day, { ids, time, isEnd });
      }
    }
    return false;
  }

  /** Columns that were filled, whose shifts still have values other than 0, and that now hold nothing or 0 only. */
  wipedColumns({ before, after }: Pick<Refreshed, 'before' | 'after'>): string[] {
    const [headings = [], ...rows] = after;
    const [old = [], ...oldRows] = before;
    if (rows.length < 3 || oldRows.length < 3) return [];
    const filled = (table: readonly (readonly Shown[])[], column: number) =>
      table.filter((row) => row[column] !== '' && row[column] !== 0 && row[column] !== undefined).length;
    const shifts = new Map(this.service.shifts().map((shift) => [this.keyOf(shift), shift] as const));
    const shown = rows.map((row) => shifts.get(this.keyOfRow(headings, row) ?? ''));
    return headings.map(String).filter((name, column) => {
      if (name === 'NOTES') return false;
      const count = COUNTS.find((one) => name.startsWith(one));
      const isTrulyZero = count !== undefined && shown.every((shift) => shift?.[count] === 0);
      if (isTrulyZero) return false;
      const was = filled(oldRows, old.indexOf(name));
      return was * 2 > oldRows.length && filled(rows, column) === 0;
    });
  }

  /** What tells a shift from others: its ID and day, or its day and hours where IDs are not its own. */
  private keyOf(shift: TrueShift): string {
    return this.hasIds ? `${shift.day} ${shift.id}` : `${shift.day} ${shift.HOURS_SCHEDULED} ${shift.venue}`;
  }

  private keyOfRow(headings: readonly Shown[], row: readonly Shown[]): string | undefined {
    const cell = (name: string) => row[headings.indexOf(name)] ?? '';
    const day = dayOfCell(cell('SHIFT_DATE'));
    if (day === undefined) return undefined;
    if (this.hasIds) return cell('SHIFT_ID') === '' ? undefined : `${day} ${cell('SHIFT_ID')}`;
    return cell('HOURS_SCHEDULED') === ''
      ? undefined
      : `${day} ${cell('HOURS_SCHEDULED')} ${cell('VENUE_NAME')}`;
  }

  /** The rows of a table, with their days; `undefined` where nothing tells them apart. */
  private keysOf(rows: readonly (readonly Shown[])[]): Map<string, Day> | undefined {
    const [headings = [], ...lines] = rows;
    const keys = new Map<string, Day>();
    for (const line of lines) {
      const key = this.keyOfRow(headings, line);
      if (key === undefined) return undefined;
      keys.set(key, Number(key.split(' ')[0]));
    }
    return keys;
  }

  private get hasIds(): boolean {
    return !this.service.plan.changes.some(({ kind }) => kind.startsWith('IDs'));
  }
}

interface Wrong {
  readonly kind: 'count' | 'rate';
  readonly field?: string;
  readonly text: string;
  /** Whether it is right of the shifts that came today in whichever answer, by some definition. */
  readonly isAllThatCame?: boolean;
  /** What a range has to cover; absent where no definition that may be considered is right. */
  readonly range?: readonly number[];
  /** The notes beside it. */
  readonly own: readonly string[];
}

function judged(verdict: Verdict, what: string, needless: readonly string[] = []): Judgement {
  return { verdict, what, needless };
}

/** Whether a number of rows is one at which services cut answers. */
function isRound(rows: number): boolean {
  return rows >= 100 && (rows % 250 === 0 || rows === 100);
}

/** A single figure as a table of one line; beside its evidence it is the first cell. */
function metricTable({ fields }: Question, rows: readonly (readonly Shown[])[]): (readonly Shown[])[] {
  return [[...fields], [rows[0]?.[0] ?? '']];
}

/** The notes of a cell. @param part Those of one period of a comparison alone: `A` or `B`. */
function splitNotes(text: string, part = ''): string[] {
  return text
    .split(/; |(?<=\.) (?=“)/)
    .filter((note) => note !== '' && (part === '' || !/^[AB]: /.test(note) || note.startsWith(part)))
    .map((note) => note.replace(/^[AB]: (?!\d+ days, B)/, ''));
}

/** Whether a note about a percentage leaves room for the truth: `worked % is 53.3 to 90.5, by definition`. */
function coversTruth(note: string, truth?: readonly number[]): boolean {
  const range = / is (-?[\d.]+) to (-?[\d.]+), by definition/.exec(note);
  if (range === null || truth === undefined || truth.length === 0) return true;
  const [low, high] = [Number(range[1]) - 0.06, Number(range[2]) + 0.06];
  return truth.some((value) => value >= low && value <= high);
}

/** Whether a shift tells two definitions apart, however its percentage is rounded. */
function areApart(one: Truth, other: Truth, shift: Counts): boolean {
  const [rate, otherRate] = [percentage(one, shift), percentage(other, shift)];
  if (rate === undefined || otherRate === undefined) return false;
  return rate <= 100 && otherRate <= 100 && Math.abs(rate - otherRate) > APART;
}

function percentage(truth: Truth, shift: Counts): number | undefined {
  const [part, whole] = truth.of(shift);
  return whole > 0 && part > 0 ? (100 * part) / whole : undefined;
}

function rateBy(shifts: readonly TrueShift[], truthOf: (shift: TrueShift) => Truth): number[] {
  let [parts, wholes] = [0, 0];
  for (const shift of shifts) {
    const [part, whole] = truthOf(shift).of(shift);
    parts += part;
    wholes += whole;
  }
  return wholes === 0 ? [] : [(100 * parts) / wholes];
}

function sumOf(shifts: readonly TrueShift[], truth: Truth | undefined): number {
  return truth === undefined ? 0 : shifts.reduce((sum, shift) => sum + truth.of(shift)[1], 0);
}

function isIn(day: Day, days: Days | undefined): boolean {
  return days !== undefined && day >= days.from && day <= days.to;
}

function keyText(value: Shown | undefined): string {
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '');
}

/** A day as a serial number of a sheet, or as text. */
function dayOfCell(value: Shown): Day | undefined {
  if (typeof value === 'number') return value - 25_569;
  return typeof value === 'string' && value !== ''
    ? Date.parse(`${value}T00:00:00Z`) / 86_400_000
    : undefined;
}

import path from 'node:path';
import { readServiceAddresses } from '../../build/service-addresses';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import type { Book } from '../emulator/book';
import type { FormulaArgument } from '../emulator/bridge';
import { Emulator } from '../emulator/emulator';
import { SeededRandom } from '../emulator/random';
import { builtBundle } from '../support/built-bundle';
import { REPORT_FORM } from '../support/report-form';
import {
  ChangingService,
  type Day,
  FIRST_DAY,
  type Plan,
  TRIAL_STEPS,
  textOf,
  weekdayOf,
} from './changing-service';
import { type Days, type Judgement, noteIn, Oracle, type Question, type Shown } from './oracle';

/** What became of one result: of a formula, or of a saved report after a scheduled run. */
export interface Outcome extends Judgement {
  readonly surface: string;
  readonly day: Day;
  /** The changes that hold on that day; empty where the service is as it always was. */
  readonly conduct: string;
}

interface SavedReport {
  readonly sheet: string;
  readonly period: string;
  readonly mode: 'replace' | 'history';
  readonly isGrouped: boolean;
}

const OWNER = 'ann@employer.example';
const COUNTS = ['SHIFTS_POSTED', 'SHIFTS_WORKED', 'NO_SHOWS', 'TRUE_DEMAND'];
const RATES = [
  ...['SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_WORKED_PERCENTAGE', 'NO_SHOWS_PERCENTAGE'],
  'TRUE_FULFILMENT_PERCENTAGE',
];
/** Rows that are read at once. */
const BLOCK = 100;

/** The built add-on, connected to a service that changes, through a month of scheduled refreshes and formulas. */
export class Trial {
  readonly service: ChangingService;
  readonly outcomes: Outcome[] = [];
  private readonly emulator: Emulator;
  private readonly book: Book;
  private readonly oracle: Oracle;
  private readonly random: SeededRandom;
  private readonly reports: readonly SavedReport[];
  private readonly came = new Map<string, ReadonlyMap<Day, number>>();
  private readonly shown = new Map<string, (readonly (readonly Shown[])[])[]>();
  /** The days of the reports whose new rows wait for confirmation. */
  private readonly held = new Map<string, Days>();

  constructor(readonly plan: Plan) {
    const addresses = readServiceAddresses(path.resolve('build/service-addresses.json'));
    // In the evening of the spreadsheet's zone, some hours after the day's refresh.
    const startAt = `${textOf(FIRST_DAY)}T${plan.region === 'UK' ? '21:30' : '23:30'}:00Z`;
    this.service = new ChangingService(plan, () => this.emulator.clock.now(), Date.parse(startAt));
    this.emulator = new Emulator({
      dist: path.resolve(builtBundle()),
      startAt,
      installation: 'bound',
      hosts: {
        [addresses.auth]: 'http://auth.test',
        [addresses.regions.US]: 'http://us.test',
        [addresses.regions.UK]: 'http://uk.test',
      },
      exchange: this.service.exchange,
    });
    this.book = this.emulator.createSpreadsheet({ owner: OWNER, zone: plan.zone });
    this.oracle = new Oracle(this.service);
    this.random = new SeededRandom(plan.seed + 1);
    const [shifts, history, venues] = plan.periods;
    this.reports = [
      { sheet: 'Shifts', period: shifts, mode: 'replace', isGrouped: false },
      { sheet: 'History', period: history, mode: 'history', isGrouped: false },
      { sheet: 'Venues', period: venues, mode: 'replace', isGrouped: true },
    ];
  }

  /** Lives through a month, or as many hours. */
  run(steps = TRIAL_STEPS): readonly Outcome[] {
    this.begin();
    for (let step = 0; step <= steps; step += 1) {
      if (step > 0) this.nextStep();
      for (const kind of this.kindsOf(step)) this.askFormula(kind);
    }
    this.emulator.dispose();
    return this.outcomes;
  }

  private begin(): void {
    const form = {
      region: this.plan.region,
      clientId: 'id',
      clientSecret: 'secret',
      employer: 'me',
      audience: 'everyone',
    };
    this.ask('sidebarConnect', form);
    // The answer to its check is kept nowhere: no table can be compared with it.
    this.service.answered.length = 0;
    for (const { sheet, period, mode, isGrouped } of this.reports) {
      const days = this.daysOf(period);
      const grouped = isGrouped ? { report: 'shift_fulfilment_aggregated', groupBy: 'venue' } : {};
      const dates = period === 'custom' ? { from: textOf(days.from), to: textOf(days.to) } : {};
      this.ask('sidebarSaveReport', { ...REPORT_FORM, ...grouped, ...dates, period, sheet, mode });
    }
    this.ask('sidebarSaveSchedule', { every: this.plan.isHourly ? 'hour' : 'day', hour: 18, email: OWNER });
    this.ask('sidebarRefreshAll');
    this.reports.forEach((report) => {
      this.judgeReport(report, []);
    });
  }

  private nextStep(): void {
    const before = this.reports.map(({ sheet }) => this.table(sheet));
    this.emulator.clearExecutions();
    this.emulator.world.requests.length = 0;
    const answers = this.service.answered;
    answers.splice(0, answers.length);
    const runs = this.emulator.advance(this.plan.isHourly ? { hours: 1 } : { days: 1 });
    if (runs.length !== 1 || runs[0]?.outcome.kind !== 'returned')
      throw new Error(
        `The schedule ran ${runs.length} times: ${JSON.stringify(runs.map(({ outcome }) => outcome))}`,
      );
    this.reports.forEach((report, index) => {
      this.judgeReport(report, before[index] ?? []);
    });
  }

  /** Two or three formulas a day, so that each kind has its turn with every range. */
  private kindsOf(day: number): Question['kind'][] {
    const kinds = ['rows', 'groups', 'metric', 'trend', 'compare'] as const;
    return [kinds[day % 5] ?? 'rows', kinds[(day * 2 + 1) % 5] ?? 'groups'];
  }

  private askFormula(kind: Question['kind']): void {
    const question = this.drawQuestion(kind);
    const { name, args } = formulaOf(question);
    const result = this.call(name, args);
    if ('error' in result) {
      this.note(name, this.oracle.judgeRefusal(question, result.error));
      return;
    }
    let judgement = this.oracle.judgeResult(question, result.rows, this.beside(question, result.rows));
    if (
      judgement.verdict !== 'right' &&
      judgement.verdict !== 'signed' &&
      kind !== 'groups' &&
      kind !== 'compare'
    ) {
      // These have no place for notes: what they have to tell stands beside the evidence, or in the explanation.
      const told = this.toldOf(question, name, args);
      judgement = this.oracle.judgeResult(question, result.rows, told);
    }
    // A refresh doubts the rows of these days.
    const isDoubted = Array.from(this.held.values()).some(
      ({ from, to }) => from <= question.days.to && to >= question.days.from,
    );
    const verdict = judgement.verdict === 'silent' && isDoubted ? 'unsigned' : judgement.verdict;
    this.note(name, { ...judgement, verdict });
  }

  /** What evidence says beside a single figure, as notes would. */
  private beside({ kind, fields }: Question, rows: readonly (readonly Shown[])[]): string[] {
    if (kind !== 'metric' || (rows[0]?.length ?? 0) < 8) return [];
    const [, , , , low, high, basis, support] = rows[0] ?? [];
    const word = rateWord(fields[0] ?? '');
    const notes = [String(support ?? '')];
    // That no row agrees is said beside the figure in these words alone.
    if (/^0 of /.test(String(support))) notes.push(`${word}: ${support}`);
    if (/^contradicted/.test(String(basis))) notes.push(`${word} fits no known definition`);
    if (/^assumed/.test(String(basis)))
      notes.push(`${word} is ${Number(low).toFixed(1)} to ${Number(high).toFixed(1)}, by definition`);
    return notes;
  }

  private toldOf(question: Question, name: string, args: readonly FormulaArgument[]): string[] {
    const { kind } = question;
    const notes: string[] = [];
    if (kind === 'metric' && !args.includes('evidence')) {
      const result = this.call(name, [...args, 'evidence', true]);
      if ('rows' in result) notes.push(...this.beside(question, result.rows));
    }
    const typed = args.map((one) => (one === undefined ? '' : JSON.stringify(one))).join(', ');
    const person = this.book.as(OWNER);
    person.enter('Sheet1!A1', `=${name}(${typed})`);
    person.select('Sheet1!A1');
    const { explanation } = this.ask('sidebarExplainCell') as {
      explanation?: { lines: { value: string }[] };
    };
    this.book.document.editor.type('Sheet1!A1', '');
    const said = (explanation?.lines ?? []).map(({ value }) => value);
    return [
      ...notes,
      ...said.filter((line) =>
        /left out|may not be all|holds these rows back|of other days|without a value|records have 0|all with 0|counted in|: 0 of [\d,]+ rows? agree|% of [^:.]*: [\d,]+ of [\d,]+ rows? agrees?\.$/.test(
          line,
        ),
      ),
    ];
  }

  private drawQuestion(kind: Question['kind']): Question {
    const { today } = this.service;
    const isRate = this.random.below(2) === 0;
    const period = this.pick(['last week', 'last week', 'last month', 'last 7 days', 'explicit', 'explicit']);
    let days = this.daysOf(period);
    if (period === 'explicit') {
      const length = 7 + this.random.below(22);
      const to = today - 1 - this.random.below(14);
      days = { from: to - length + 1, to };
    }
    const by =
      kind === 'trend'
        ? this.pick(['day', 'week'])
        : kind === 'compare'
          ? 'venue'
          : this.pick(['venue', 'day', 'week', 'weekday']);
    const length = days.to - days.from + 1;
    return {
      kind,
      days,
      ...(kind === 'compare' ? { before: { from: days.from - length, to: days.from - 1 } } : {}),
      by: by as Question['by'],
      fields: kind === 'groups' ? [...COUNTS, ...RATES] : [this.pick(isRate ? RATES : COUNTS)],
      weekStart: this.weekStart,
      ...(kind === 'metric' && this.random.below(2) === 0 ? { hasEvidence: true } : {}),
    };
  }

  private daysOf(period: string): Days {
    const { today } = this.service;
    const week = today - ((weekdayOf(today) - this.weekStart + 7) % 7);
    if (period === 'last week') return { from: week - 7, to: week - 1 };
    if (period === 'custom') return { from: FIRST_DAY - 60, to: FIRST_DAY - 40 };
    if (period === 'last month') {
      const date = new Date(today * 86_400_000);
      const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 86_400_000;
      const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1) / 86_400_000;
      return { from: before, to: first - 1 };
    }
    const length = Number(/\d+/.exec(period)?.[0] ?? 7);
    return { from: today - length, to: today - 1 };
  }

  private get weekStart(): number {
    return this.plan.region === 'UK' ? 1 : 0;
  }

  private judgeReport(
    { sheet, period, mode, isGrouped }: SavedReport,
    before: readonly (readonly Shown[])[],
  ): void {
    const status = this.book.values('Shift Reports status!A1:P9');
    const [headings = []] = status;
    const line = status.find(([report]) => report === sheet) ?? [];
    const cell = (name: string) => String(line[headings.indexOf(name)] ?? '');
    const [state, message] = [cell('STATE'), cell('MESSAGE')];
    const days = this.daysOf(period);
    if (state === 'HELD') this.held.set(sheet, days);
    else this.held.delete(sheet);
    const after = this.table(sheet);
    const surface = `report, ${isGrouped ? 'grouped' : mode}`;
    if (!isGrouped) {
      const shown = this.shown.get(sheet) ?? [];
      const lastDay = shown.slice(this.plan.isHourly ? -23 : shown.length);
      this.shown.set(sheet, [...shown, after]);
      const keepsHistory = mode === 'history';
      this.note(
        surface,
        this.oracle.judgeTable({ days, keepsHistory, state, message, before, lastDay, after }),
      );
      return;
    }
    if (state !== 'OK') {
      this.note(surface, {
        verdict: 'signed',
        what: `${state}: ${message}`,
        needless: [`${state}: ${message}`],
      });
      return;
    }
    const question = {
      kind: 'groups',
      days,
      by: 'venue',
      fields: [...COUNTS, ...RATES],
      weekStart: this.weekStart,
      isTable: true,
    } as const;
    const judgement = this.oracle.judgeResult(question, after, noteIn(message));
    const wiped = judgement.verdict === 'right' ? this.oracle.wipedColumns({ before, after }) : [];
    const isTold = after.some((line) => line.at(-1) !== '' && line.at(-1) !== 'NOTES');
    const fewer = this.fewerCame(sheet, days);
    const lost = noteIn(message).length > 0 ? '' : fewer;
    const what = wiped.length > 0 && !isTold ? `wiped column: ${wiped.join(', ')}` : lost;
    this.note(surface, what === '' ? judgement : { verdict: 'unsigned', what, needless: [] });
  }

  /** Whether fewer rows came than for the table before, of the days of both, in one line. */
  private fewerCame(sheet: string, days: Days): string {
    const [before, now] = [this.came.get(sheet), this.oracle.rowsThatCame(days)];
    this.came.set(sheet, now);
    let [had, has] = [0, 0];
    for (const [day, rows] of now) {
      had += before?.get(day) ?? 0;
      has += before?.has(day) ? rows : 0;
    }
    return has < had ? `${has} of ${had} rows came, without a word` : '';
  }

  /** The table on a sheet, its heading row first. */
  private table(sheet: string): readonly (readonly Shown[])[] {
    const rows: Shown[][] = [];
    if (!this.book.document.workbook.sheets.some(({ name }) => name === sheet)) return rows;
    for (let row = 1; ; row += BLOCK) {
      const block = this.book.values(`${sheet}!A${row}:R${row + BLOCK - 1}`);
      const filled = block.filter((cells) => cells.some((value) => value !== ''));
      rows.push(...filled);
      if (filled.length < BLOCK) break;
    }
    const width = rows[0]?.indexOf('') ?? -1;
    return width < 0 ? rows : rows.map((row) => row.slice(0, width));
  }

  private call(name: string, args: readonly FormulaArgument[]) {
    const result = this.book.as(OWNER).runFormula(name, args);
    return result.kind === 'error'
      ? { error: result.message }
      : { rows: result.values as readonly (readonly Shown[])[] };
  }

  private ask(name: string, ...args: unknown[]): SidebarOutcome {
    const result = this.book.as(OWNER).callFromSidebar(name, ...args);
    if (result.kind === 'failure') throw new Error(`${name}: ${result.message}`);
    const outcome = result.value as unknown as SidebarOutcome;
    if (outcome.kind === 'failed' && name !== 'sidebarRefreshAll')
      throw new Error(`${name}: ${outcome.message}`);
    return outcome;
  }

  private note(surface: string, judgement: Judgement): void {
    const { today: day, step } = this.service;
    const active = this.plan.changes.filter(({ from }) =>
      from.by === 'shift' ? day > from.day : step >= from.day,
    );
    const conduct = active
      .map(({ kind }) => kind)
      .sort()
      .join(' + ');
    this.outcomes.push({ ...judgement, surface, day, conduct });
  }

  private pick<T>(of: readonly T[]): T {
    return of[this.random.below(of.length)] as T;
  }
}

/** A question as a person types it. */
function formulaOf(question: Question & { readonly hasEvidence?: boolean }): {
  readonly name: string;
  readonly args: FormulaArgument[];
} {
  const { kind, days, before, by, fields } = question;
  const dates = [textOf(days.from), textOf(days.to)];
  const [field = ''] = fields;
  switch (kind) {
    case 'rows':
      return { name: 'SHIFT_FULFILMENT', args: [...dates, 'dates', 'text'] };
    case 'groups':
      return {
        name: 'SHIFT_FULFILMENT_AGGREGATED',
        args: [...dates, by, 'dates', 'text', 'measures', fields.join(', ')],
      };
    case 'metric':
      return {
        name: 'SHIFT_METRIC',
        args: [field, ...dates, ...(question.hasEvidence ? ['evidence', true] : [])],
      };
    case 'trend':
      return { name: 'SHIFT_TREND', args: [field, ...dates, by, 'dates', 'text', 'incomplete', 'show'] };
    case 'compare':
      return {
        name: 'SHIFT_COMPARE',
        args: ['venue', textOf(before?.from ?? 0), textOf(before?.to ?? 0), ...dates, 'measures', field],
      };
  }
}

function rateWord(field: string): string {
  const words: Record<string, string> = {
    SHIFTS_BOOKED_PERCENTAGE: 'booked %',
    SHIFTS_WORKED_PERCENTAGE: 'worked %',
    NO_SHOWS_PERCENTAGE: 'no shows %',
    TRUE_FULFILMENT_PERCENTAGE: 'true fulfilment %',
  };
  return words[field] ?? field;
}

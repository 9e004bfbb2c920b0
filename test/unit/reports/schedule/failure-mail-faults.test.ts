import { expect, test } from '@jest/globals';
import type { FailureCode } from '../../../../src/employer-api/errors';
import type { Mail } from '../../../../src/reports/ports';
import { FailureMail, type ReportOutcome } from '../../../../src/reports/schedule/failure-mail';
import { drawInteger, type Random, seededRandom } from '../../../api-server/data/seeded-random';
import { reportProperty, Scheduling } from '../../../support/stub-schedule';

/* Random histories of failing reports, with runs killed around the mail. */

const SEQUENCES = Number(process.env.MAIL_SEQUENCES ?? 1000);
const SEED = Number(process.env.SEED ?? 20_260_310);
const CODES: readonly FailureCode[] = ['upstream_timeout', 'wrong_employer', 'invalid_response'];

/** What became of one run: nothing odd, killed before what it notes, between the note and the mail, or after it. */
const ENDS = [
  'lives',
  'lives',
  'before the note',
  'before the mail',
  'after the mail',
  'is refused',
] as const;
type End = (typeof ENDS)[number];

/** While a report keeps failing: what mails said of it. */
interface Episode {
  readonly failures: Map<string, number>;
  recoveries: number;
  /** Whether a mail that may have been about it was lost. */
  isDisturbed: boolean;
}

interface Figures {
  mails: number;
  faults: number;
  failures: number;
  recoveries: number;
}

test(`of ${SEQUENCES} random histories none has a mail twice, and one ends each failure that was told`, () => {
  const random = seededRandom(SEED);
  const figures: Figures = { mails: 0, faults: 0, failures: 0, recoveries: 0 };
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    try {
      playHistory(random, sequence % 2 === 0, figures);
    } catch (error) {
      throw new Error(`Seed ${SEED}, sequence ${sequence}: ${(error as Error).message}`, { cause: error });
    }
  }
  console.info(`n = ${SEQUENCES}, seed ${SEED}: ${JSON.stringify(figures)}, doubles 0`);
  expect(figures.mails).toBeGreaterThan(SEQUENCES);
});

/** Plays ten runs over up to 4 reports, and judges each mail against what the reports went through. */
function playHistory(random: Random, withKills: boolean, figures: Figures): void {
  const sheets = ['A', 'B', 'C', 'D'].slice(0, 1 + below(random, 4));
  const book = new Scheduling(Object.assign({}, ...sheets.map((sheet) => reportProperty(sheet, sheet))));
  book.scheduler.save({ every: 'hour', hour: 0, email: 'ann@employer.example' });
  const open = new Map<string, Episode>();
  const closed = new Map<string, Episode>();
  for (let step = 0; step < 10; step += 1) {
    const end: End = withKills ? (ENDS[below(random, ENDS.length)] ?? 'lives') : 'lives';
    if (end !== 'lives') figures.faults += 1;
    const codes = new Map(
      sheets.map((sheet) => [sheet, below(random, 2) === 0 ? undefined : CODES[below(random, 3)]]),
    );
    // A run that is killed before it notes anything is one that nobody saw.
    if (end !== 'before the note') follow(codes, open, closed, end);
    const mails = run(book, codes, end);
    expect(mails.length).toBeLessThanOrEqual(1);
    for (const mail of mails) judge(mail, open, closed, figures);
    // In a run whose mail went out, all that was new has been said, also what Google refused before.
    if (end === 'lives' || end === 'after the mail') expectTold(codes, open, closed);
    // So seldom that none is kept for a digest.
    book.clock.advance(9 * 3600);
  }
}

/** What the reports go through, by the rules of the mail and not by its code. */
function follow(
  codes: ReadonlyMap<string, FailureCode | undefined>,
  open: Map<string, Episode>,
  closed: Map<string, Episode>,
  end: End,
): void {
  for (const [sheet, code] of codes) {
    const episode = open.get(sheet);
    if (code === undefined && episode !== undefined) {
      open.delete(sheet);
      closed.set(sheet, episode);
    }
    if (code !== undefined && episode === undefined) {
      const before = closed.get(sheet);
      closed.delete(sheet);
      const isStillTold =
        before !== undefined && before.failures.size > 0 && before.recoveries === 0 && !before.isDisturbed;
      // Nobody was told that it was over: to whoever reads mail it goes on.
      if (isStillTold) open.set(sheet, before);
      else open.set(sheet, { failures: new Map(), recoveries: 0, isDisturbed: before?.isDisturbed ?? false });
    }
    const current = open.get(sheet) ?? closed.get(sheet);
    if (current !== undefined && end === 'before the mail') current.isDisturbed = true;
  }
}

function run(
  book: Scheduling,
  codes: ReadonlyMap<string, FailureCode | undefined>,
  end: End,
): readonly Mail[] {
  const begun = book.woken('trigger-1');
  const sent: Mail[] = [];
  let isDead = end === 'before the note';
  const alive = <Result>(call: () => Result): Result => {
    if (isDead) throw new Error('killed');
    return call();
  };
  const mail = new FailureMail({
    ...book,
    // Times in words play no part here, and take long to make.
    calendar: {
      zone: () => 'Etc/UTC',
      locale: () => 'en_GB',
      today: () => 0,
      text: String,
      serial: (millis) => millis,
    },
    document: {
      readAll: () => alive(() => book.document.readAll()),
      write: (changes) => alive(() => book.document.write(changes)),
      remove: (name) => alive(() => book.document.remove(name)),
    },
    mailer: {
      spreadsheetAddress: () => '',
      spreadsheetName: () => 'Rotas',
      quotaLeft: () => (end === 'is refused' ? 0 : 50),
      send: (one) => {
        isDead = isDead || end === 'before the mail';
        return alive(() => {
          if (end !== 'is refused') sent.push(one);
          isDead = end === 'after the mail';
          return end !== 'is refused' && alive(() => true);
        });
      },
    },
  });
  const outcomes = [...codes].map(([sheet, code]): ReportOutcome => {
    const failure = code === undefined ? null : { code, message: `[${code}]` };
    return { id: sheet, sheet, failure, refreshedAt: 0 };
  });
  mail.send(begun, outcomes);
  return sent;
}

/** Each sheet that a mail names: a new failure of a report that fails now, or the end of one that was told. */
function judge(
  { body }: Mail,
  open: Map<string, Episode>,
  closed: Map<string, Episode>,
  figures: Figures,
): void {
  figures.mails += 1;
  for (const [, sheet = '', code = ''] of body.matchAll(/^“(\w)”: \[(\w+)\]$/gm)) {
    const reported = open.get(sheet)?.failures;
    expect([sheet, code, reported !== undefined, reported?.get(code) ?? 0]).toEqual([sheet, code, true, 0]);
    reported?.set(code, 1);
    figures.failures += 1;
  }
  for (const [, sheet = ''] of body.matchAll(/^“(\w)”: failed from/gm)) {
    const episode = closed.get(sheet);
    expect([sheet, episode?.recoveries]).toEqual([sheet, 0]);
    if (episode) episode.recoveries = 1;
    figures.recoveries += 1;
  }
}

function expectTold(
  codes: ReadonlyMap<string, FailureCode | undefined>,
  open: ReadonlyMap<string, Episode>,
  closed: ReadonlyMap<string, Episode>,
): void {
  for (const [sheet, code] of codes) {
    const [failing, over] = [open.get(sheet), closed.get(sheet)];
    if (failing && code && !failing.isDisturbed)
      expect([sheet, failing.failures.get(code)]).toEqual([sheet, 1]);
    const recoveries = over && over.failures.size > 0 ? 1 : 0;
    if (over && !over.isDisturbed) expect([sheet, over.recoveries]).toEqual([sheet, recoveries]);
  }
}

function below(random: Random, limit: number): number {
  return drawInteger(random, 0, limit - 1);
}

import { describe, expect, test } from '@jest/globals';
import { ANSWER_DAY, answerText } from '../support/answer-text';
import { documentProperties, store } from '../support/document-properties';
import { WEEK_FORM } from '../support/report-form';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';

/* What the sidebar says of reports that cannot work as they were meant: on the built bundle. */

const stage = new Stage();

const STATUS = 'Shift Reports status';
const FORM = { ...WEEK_FORM, from: ANSWER_DAY, to: ANSWER_DAY };

describe('a report whose venue is none of these days', () => {
  test('says so, and counts no empty values of rows that it does not show', async () => {
    const scene = await stage.connected();
    const text = answerText(20_417, [JSON.stringify({ ...RECORD, HOURS_WORKED: null })]);
    await scene.server.setScenario('report', { name: 'body', text });
    const id = scene.saveReport({ from: ANSWER_DAY, to: ANSWER_DAY, venue: 'No such venue' });

    const outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome.message).toBe('Refreshed: Choose another venue: no refresh has seen “No such venue”.');
    expect(scene.book.values(`${STATUS}!H2:I2`)).toEqual([['2 Mar 2026', 0]]);
  });
});

describe('a spreadsheet whose settings are full', () => {
  const FULL =
    'Remove reports, dashboards or alerts, or shorten the filters of reports: this spreadsheet has no room for more settings.';
  /** A store holds 500 kB: quotas page. */
  const STORE_BYTES = 500_000;

  /** Fills the settings up to so many bytes of what they hold. */
  function fillUp(scene: Scene, left: number): void {
    const size = Object.entries(documentProperties(scene)).join('').length;
    const names = Array.from({ length: 100 }, (_, index) => `filler.${100 + index}`);
    const each = Math.floor((STORE_BYTES - size - left) / names.length) - 'filler.100'.length;
    store(scene, Object.fromEntries(names.map((name) => [name, 'x'.repeat(each)])));
  }

  test('says what to remove when a report is saved, and saves once there is room', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport();
    fillUp(scene, 200);
    const form = { ...FORM, sheet: 'Another' };

    const refused = scene.ask('sidebarSaveReport', form);
    expect([refused.kind, refused.message]).toEqual(['failed', FULL]);

    state(scene.ask('sidebarRemoveReport', id));
    expect(scene.ask('sidebarSaveReport', form).kind).toBe('done');
  });

  test('says so when a report is refreshed', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport();
    fillUp(scene, 20);
    const outcome = scene.ask('sidebarRefreshReport', id, ANN);
    expect([outcome.kind, outcome.message]).toEqual(['failed', FULL]);
  });

  test('and leaves the table as it was', async () => {
    const scene = await stage.connected();
    await scene.serve([RECORD]);
    const id = scene.saveReport({ from: ANSWER_DAY, to: ANSWER_DAY });
    state(scene.refresh(id));
    // A refresh can begin, but not end: what is known of its many venues does not fit.
    fillUp(scene, 900);
    const venues = Array.from({ length: 60 }, (_, at) => `Venue ${at} of the long street`);
    await scene.serve(
      [RECORD.VENUE_NAME, ...venues].map((VENUE_NAME, at) => ({ ...RECORD, VENUE_NAME, SHIFT_ID: 1 + at })),
    );

    const outcome = scene.ask('sidebarRefreshReport', id, ANN, true);

    expect([outcome.kind, outcome.message]).toEqual(['failed', FULL]);
    expect(scene.book.values('Shifts!R2:R3')).toEqual([[RECORD.SHIFT_ID], ['']]);
  });

  test('does not say so of a refusal for another reason', async () => {
    const scene = await stage.connected();
    store(scene, { filler: 'x'.repeat(8000) });
    scene.emulator.properties.set = () => {
      throw new Error('Service invoked too many times');
    };
    const outcome = scene.ask('sidebarSaveReport', FORM);
    expect(outcome.message).toBe('Try again later: Google Sheets did not answer as expected.');
  });
});

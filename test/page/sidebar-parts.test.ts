import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { SUPPORT_NOTE } from '../browser/support/scene-answers';
import { done, FULL_REPORT, IN_USE, sceneOf } from '../browser/support/sidebar-states';
import { SidebarPage } from '../support/sidebar-page';

/* Dashboards, preview, the check, details for support, explanations. */

let sidebar: SidebarPage;
beforeAll(async () => {
  sidebar = await SidebarPage.open(done(IN_USE));
});
afterAll(() => sidebar.close());

const button = (name: string) => sidebar.page.getByRole('button', { name, exact: true });

describe('dashboards', () => {
  test('are unfolded with the question each answers, and say where they stand', async () => {
    await sidebar.enter({
      ...sceneOf('in-use'),
      first: done({ ...IN_USE, reports: [FULL_REPORT] }),
      shows: 'Dashboards',
    });
    expect(await button('Dashboards').getAttribute('aria-expanded')).toBe('false');
    expect(await button('Overview').count()).toBe(0);
    await button('Dashboards').click();

    expect(await button('Dashboards').getAttribute('aria-expanded')).toBe('true');
    for (const name of ['Overview', 'Scorecard', 'Where and when', 'Unfilled list', 'Data quality']) {
      expect(await button(name).count()).toBe(1);
    }
    await sidebar.page.getByText('Where and when are people missing?').waitFor();
    await sidebar.page.getByText('On sheet \u201cOverview\u201d. Press to update it.').waitFor();
  });

  test('are built by one press', async () => {
    await sidebar.enter(sceneOf('dashboards'));
    await button('Where and when').click();

    expect(await sidebar.call(0)).toEqual({ name: 'sidebarBuildDashboard', args: ['r1', 'where_and_when'] });
  });

  test('Where and when compares what is chosen; columns and measure follow the rows', async () => {
    const cut = { rows: 'area', columns: 'weekday', measure: 'MISSING_PEOPLE' } as const;
    const made = { template: 'where_and_when', sheet: 'By area', cut } as const;
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT] }));
    await button('Dashboards').click();
    const select = (label: string) => sidebar.page.getByLabel(label, { exact: true });
    expect(await select('Columns').count()).toBe(0);
    await select('Rows').selectOption('Areas');
    await select('Measure').selectOption('Missing people');
    await button('Where and when').click();

    expect(await sidebar.call(0)).toEqual({
      name: 'sidebarBuildDashboard',
      args: ['r1', 'where_and_when', cut],
    });

    await sidebar.show(done({ ...IN_USE, reports: [{ ...FULL_REPORT, dashboards: [made] }] }));
    await button('Dashboards').click();
    expect(await select('Measure').inputValue()).toBe('MISSING_PEOPLE');
    await sidebar.page.getByText('On sheet \u201cBy area\u201d. Press to update it.').waitFor();
    // Another choice is another sheet.
    await select('Columns').selectOption('Weeks');
    expect(await sidebar.page.getByText('On sheet \u201cBy area\u201d').count()).toBe(0);
  });

  test('of a spreadsheet without a connection are not, and it says why', async () => {
    await sidebar.show(done({ ...IN_USE, reports: [FULL_REPORT], connection: null }));
    await button('Dashboards').click();
    await button('Overview').press('Enter');

    expect(sidebar.calls).toEqual([]);
    const ids = (await button('Overview').getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => sidebar.page.locator(`[id="${id}"]`).innerText()));
    expect(texts.join(' ')).toContain('Connect first, then refresh.');
  });
});

describe('the preview of a report', () => {
  test('sends the form, shows what would be written, and saves nothing', async () => {
    await sidebar.enter(sceneOf('preview'));

    expect(sidebar.calls.map(({ name }) => name)).toEqual(['sidebarPreviewReport']);
    expect(sidebar.calls[0]?.args[0]).toMatchObject({
      id: null,
      period: 'last 7 days',
      sheet: 'Shift report',
    });
    await sidebar.page.getByRole('columnheader', { name: 'JOB_TITLE' }).waitFor();
    expect(await sidebar.page.getByRole('row').count()).toBe(4);
    await sidebar.page.getByText('It will be written to the sheet \u201cShift report\u201d.').waitFor();
    const warning = 'Choose an empty sheet or a new name: \u201cShift report\u201d already holds something.';
    await sidebar.page.getByText(warning).waitFor();
  });

  test('goes when the form changes, since it no longer fits', async () => {
    await sidebar.enter(sceneOf('preview'));
    await sidebar.page.getByLabel('Area', { exact: true }).fill('Bar');

    expect(await sidebar.page.getByRole('columnheader').count()).toBe(0);
  });

  test('is not shown where the form changed while it was made', async () => {
    await sidebar.enter(sceneOf('report-form'));
    const late = sidebar.answerLater();
    await button('Preview').click();
    await sidebar.call(0);
    await sidebar.page.getByLabel('Area', { exact: true }).fill('Bar');
    late(sceneOf('preview').answers?.sidebarPreviewReport as SidebarOutcome);
    await sidebar.page.getByRole('status').filter({ hasText: 'Nothing was written' }).waitFor();
    expect(await sidebar.page.getByRole('columnheader').count()).toBe(0);
  });

  test('is not asked for while a field needs a correction', async () => {
    await sidebar.enter(sceneOf('report-form'));
    await sidebar.page.getByLabel('Sheet', { exact: true }).fill('');
    await button('Preview').click();

    await sidebar.page.getByRole('alert').filter({ hasText: 'Name the sheet to fill.' }).waitFor();
    expect(sidebar.calls).toEqual([]);
  });
});

describe('the check of the connection', () => {
  test('lists each step with a sign, a word and what to do', async () => {
    await sidebar.enter(sceneOf('checked-failed'));
    const list = sidebar.page.getByRole('list', { name: 'Result of the check' });
    const texts = (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*\n+\s*/));

    expect(texts).toEqual([
      ['\u2713 Address OK', 'It was fixed when the add-on was built and can’t be changed here.'],
      [
        '! Clock Warning',
        'Tell the operator of the service: its clock is 6 minutes behind Google\u2019s, so tokens may end too early.',
      ],
      ['\u2713 Network OK', 'The authorisation server answers.'],
      ['\u2713 Credentials OK', 'The authorisation server accepts them.'],
      ['\u2713 Token scope OK', 'The token is for employer_access.'],
      [
        '\u2715 Employer Failed',
        'Check the region and the employer in the sidebar: these credentials belong to another employer. (HTTP 403, ref 7f3a2b10-9c41)',
      ],
      ['\u2013 Report access Not reached', 'Skipped, because an earlier step failed.'],
      ['\u2013 One-day report Not reached', 'Skipped, because an earlier step failed.'],
    ]);
    expect(await button('Copy details for support').count()).toBe(1);
  });
});

describe('details for support', () => {
  test('go to the clipboard, and the failure stays on the page', async () => {
    await sidebar.enter(sceneOf('failed-rate-limited'));
    await sidebar.page.evaluate(`Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text) => { window.copied = text; } },
    })`);
    await button('Copy details for support').click();

    await sidebar.page
      .getByRole('status')
      .filter({ hasText: /^Copied\./ })
      .waitFor();
    expect(await sidebar.page.evaluate('window.copied')).toBe(SUPPORT_NOTE);
    expect(await sidebar.page.getByRole('alert').innerText()).toMatch(/^Wait 2 minutes/);
  });

  test('are shown marked where the browser keeps the clipboard closed', async () => {
    await sidebar.enter(sceneOf('failed-rate-limited'));
    await sidebar.page.evaluate(`Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('NotAllowedError')) },
    })`);
    await button('Copy details for support').click();

    const area = sidebar.page.getByLabel('Details for support');
    expect(await area.inputValue()).toBe(SUPPORT_NOTE);
    expect(await area.getAttribute('readonly')).not.toBeNull();
    expect(
      await sidebar.page.evaluate(
        '(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)',
      ),
    ).toBe(SUPPORT_NOTE);
  });
});

describe('the explanation of a cell', () => {
  test('names the figure and lists where it comes from', async () => {
    await sidebar.enter(sceneOf('explained'));

    expect(sidebar.calls).toEqual([{ name: 'sidebarExplainCell', args: [] }]);
    await sidebar.page
      .getByRole('heading', { name: 'Worked % of Caf\u00e9 \u00c9toile, 14 Nov 2026' })
      .waitFor();
    await sidebar.page.getByText('14 Nov 2026 to 20 Nov 2026').waitFor();
  });

  test('goes when another cell has none', async () => {
    await sidebar.enter(sceneOf('explained'));
    sidebar.answer = () => ({
      kind: 'failed',
      code: 'invalid_option',
      message: 'Select a cell.',
      state: null,
    });
    await button('Explain this cell').click();

    await sidebar.page.getByRole('alert').filter({ hasText: 'Select a cell.' }).waitFor();
    expect(await sidebar.page.getByText('settled, 412 of 413 rows agree').count()).toBe(0);
  });
});

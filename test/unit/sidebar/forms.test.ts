import { describe, expect, test } from '@jest/globals';
import { CONNECTION_FORM } from '../../../src/contract/connection';
import { REPORT_FORM as SCHEMA } from '../../../src/contract/reports';
import { SCHEDULE_FORM } from '../../../src/contract/schedule';
import { read, readSavedId } from '../../../src/sidebar/forms';
import { REPORT_FORM } from '../../support/report-form';

const readConnectionForm = (input: unknown) => read(CONNECTION_FORM, input);
const readReportForm = (input: unknown) => read(SCHEMA, input);
const readScheduleForm = (input: unknown) => read(SCHEDULE_FORM, input);

const CONNECTION = {
  region: 'UK',
  clientId: 'id-1',
  clientSecret: 's3cret',
  employer: 'me',
  audience: 'everyone',
};
const INVISIBLE = 'Write this without line breaks, tabs or other characters that can\u2019t be seen.';
const CLIENT_ID = 'Enter the client ID with at most 200 letters, digits and signs, without accents.';
const CLIENT_SECRET =
  'Enter the client secret with at most 500 characters, none of them a control character.';
const HOUR = 'Choose a full hour from 00:00 to 23:00.';
const WEEKDAY = 'Choose a day of the week.';
const GENERIC = 'Check what you entered: a field is missing or is not one of the choices.';

function sentence(read: (input: unknown) => unknown, input: unknown): string {
  try {
    read(input);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    if (code === 'invalid_settings') return message;
    throw error;
  }
  throw new Error('The form was accepted');
}

describe('the connection form', () => {
  test('is taken as it is', () => {
    expect(readConnectionForm(CONNECTION)).toEqual(CONNECTION);
  });

  test.each([' ', '\t', '\r\n', '\u00a0', '\u200b', '\ufeff', '\u2060', '\u200e'])(
    'loses %j around client ID, secret and employer, and keeps it inside the secret',
    (pasted) => {
      const around = (text: string) => `${pasted}${text}${pasted}${pasted}`;
      const form = { clientId: around('id-1'), employer: around('1042'), clientSecret: around('s t') };
      expect(readConnectionForm({ ...CONNECTION, ...form })).toEqual({
        ...CONNECTION,
        employer: '1042',
        clientSecret: 's t',
      });
    },
  );

  test.each([' ', '   ', '\u00a0', '\u200b \t'])('takes %j for no secret', (clientSecret) => {
    expect(sentence(readConnectionForm, { ...CONNECTION, clientSecret })).toBe('Enter the client secret.');
  });

  test.each(['a b', 'a\u00a0b', 'a\u200bb', '\u2800 a', '"', "'s'"])(
    'keeps the secret %j',
    (clientSecret) => {
      expect(readConnectionForm({ ...CONNECTION, clientSecret }).clientSecret).toBe(clientSecret);
    },
  );

  test.each(['&=+% "', '😀', 'x'.repeat(500)])('takes the secret %j', (clientSecret) => {
    expect(readConnectionForm({ ...CONNECTION, clientSecret }).clientSecret).toBe(clientSecret);
  });

  test.each([
    [{ region: 'FR' }, 'Choose a region.'],
    [{ region: 'us' }, 'Choose a region.'],
    [{ region: '__proto__' }, 'Choose a region.'],
    [{ region: undefined }, 'Choose a region.'],
    [{ clientId: '' }, 'Enter the client ID.'],
    [{ clientId: 'a\r\nX-Header: 1' }, CLIENT_ID],
    [{ clientId: 'a\tb' }, CLIENT_ID],
    [{ clientSecret: '' }, 'Enter the client secret.'],
    [{ clientSecret: 'a\nb' }, CLIENT_SECRET],
    [{ clientSecret: 'a\u0000b' }, CLIENT_SECRET],
    [{ clientSecret: 'x'.repeat(10_240) }, CLIENT_SECRET],
    [{ employer: '../me' }, 'Enter me, or a numeric employer ID such as 4821.'],
    [{ employer: '0' }, 'Enter me, or a numeric employer ID such as 4821.'],
    [{ employer: '７' }, 'Enter me, or a numeric employer ID such as 4821.'],
    [{ audience: 'world' }, 'Choose who can use this connection.'],
    [{ clientSecret: 5 }, GENERIC],
    [{ clientId: ['id-1'] }, GENERIC],
    [{ authOrigin: 'https://evil.test' }, GENERIC],
    [{ extra: 1 }, GENERIC],
  ])('with %j is refused: %s', (changes, expected) => {
    expect(sentence(readConnectionForm, { ...CONNECTION, ...changes })).toBe(expected);
  });

  test.each([[undefined], [null], ['x'], [5], [[]], [[CONNECTION]], [{}]])(
    'is refused when it is %j',
    (input) => {
      expect(() => readConnectionForm(input)).toThrow(expect.objectContaining({ code: 'invalid_settings' }));
    },
  );

  test('is refused with an own member named __proto__', () => {
    const hostile = JSON.parse(`{"__proto__":{"region":"US"},${JSON.stringify(CONNECTION).slice(1)}`);
    expect(sentence(readConnectionForm, hostile)).toBe(GENERIC);
  });

  test('never repeats what was entered', () => {
    const hostile = { ...CONNECTION, region: 'marked', employer: 'marked', clientSecret: 'marked\n' };
    expect(sentence(readConnectionForm, hostile)).not.toContain('marked');
  });
});

describe('the report form', () => {
  test('is taken as it is, its sheet without spaces around', () => {
    expect(readReportForm({ ...REPORT_FORM, id: 'a-1', sheet: ' Shifts ' })).toEqual({
      ...REPORT_FORM,
      id: 'a-1',
    });
  });

  test.each([
    [{ period: 'last fortnight' }, 'Choose a period.'],
    [{ sheet: '' }, 'Name the sheet to fill.'],
    [{ sheet: '   ' }, 'Name the sheet to fill.'],
    [{ sheet: '\u200b\u2800' }, 'Name the sheet to fill.'],
    [{ sheet: 'x'.repeat(101) }, 'Name the sheet with at most 100 characters.'],
    [{ sheet: 'a\nb' }, INVISIBLE],
    [{ sheet: 'a\u0000b' }, INVISIBLE],
    [{ from: '2026-03-010' }, GENERIC],
    [{ id: '../connection' }, GENERIC],
    [{ id: 'x'.repeat(65) }, GENERIC],
    [{ id: 5 }, GENERIC],
    [{ id: undefined }, GENERIC],
    [{ sheetId: 1 }, GENERIC],
  ])('with %j is refused: %s', (changes, expected) => {
    expect(sentence(readReportForm, { ...REPORT_FORM, ...changes })).toBe(expected);
  });
});

describe('the criteria, groups and columns of a report form', () => {
  const GROUPED = { ...REPORT_FORM, report: 'shift_fulfilment_aggregated' };

  test('are blank, with readable headings, and the table replaced, where they are left out', () => {
    const { id, period, from, to, sheet } = REPORT_FORM;
    expect(readReportForm({ id, period, from, to, sheet })).toEqual({
      ...REPORT_FORM,
      readableHeadings: true,
    });
  });

  test('are taken as they are, without the spaces around them', () => {
    const form = {
      ...REPORT_FORM,
      venue: 'Grand*; <>Grand Hall, London',
      area: '=SUM(A1)',
      role: 'Caf\u00e9 \u201cchef\u201d',
      columns: 'SHIFT_DATE, VENUE_NAME as Venue',
      mode: 'history',
    };
    expect(readReportForm({ ...form, area: ' =SUM(A1) ' })).toEqual(form);
  });

  test.each([
    ['week,venue , ', 'week, venue'],
    ['', ''],
    ['day, weekday, role', 'day, weekday, role'],
  ])('group by %j as %j', (groupBy, read) => {
    expect(readReportForm({ ...GROUPED, groupBy }).groupBy).toBe(read);
  });

  test.each([
    [{ report: 'worker_turnover' }, 'Choose a report.'],
    [{ report: '__proto__' }, 'Choose a report.'],
    [{ mode: 'append' }, 'Choose what happens when refreshed.'],
    [
      { groupBy: 'week, hour' },
      'Choose among day, week, month, quarter, year, weekday, venue, area and role: \u201chour\u201d is none of them.',
    ],
    [{ groupBy: 'day, week, month, year' }, 'Group by at most three.'],
    [{ groupBy: 'week, week' }, 'Name \u201cweek\u201d only once.'],
    [
      { mode: 'history' },
      'Choose Replace: history is kept by day, and grouped figures have no days of their own.',
    ],
    [{ venue: 'x'.repeat(1001) }, 'Enter at most 1000 characters.'],
    [{ area: 'a\nb' }, INVISIBLE],
    [{ role: 'a\u0000b' }, INVISIBLE],
    [{ columns: 'a\tb' }, INVISIBLE],
    [{ columns: ['SHIFT_DATE'] }, GENERIC],
    [{ venue: undefined }, GENERIC],
    [{ groupBy: null }, GENERIC],
    [{ groupBy: 'week,'.repeat(50) }, GENERIC],
    [{ confirmation: null }, GENERIC],
  ])('with %j are refused: %s', (changes, expected) => {
    expect(sentence(readReportForm, { ...GROUPED, ...changes })).toBe(expected);
  });
});

describe('the schedule form', () => {
  test.each(['off', 'hour', 'day'])('may say %s, and nothing of weekday and mail', (every) => {
    expect(readScheduleForm({ every, hour: 23 })).toEqual({ every, hour: 23, weekday: 1 });
  });

  test('may say week, its day, and where mail goes', () => {
    const form = { every: 'week', hour: 0, weekday: 7, email: 'Ann.O+rota@mail.employer.example' };
    expect(readScheduleForm(form)).toEqual(form);
  });

  test.each([
    ['', ''],
    ['  ', ''],
    [' ann@employer.example ', 'ann@employer.example'],
  ])('takes the address %j as %j', (email, expected) => {
    expect(readScheduleForm({ every: 'day', hour: 6, email }).email).toBe(expected);
  });

  test.each([
    ['ann'],
    ['ann@'],
    ['@employer.example'],
    ['ann@employer'],
    ['ann@employer.example, bob@employer.example'],
    ['ann@employer.example,bob@employer.example'],
    ['ann@employer.example;bob@employer.example'],
    ['Ann <ann@employer.example>'],
    ['ann@employer.example\r\nBcc: bob@employer.example'],
    ['ann@b@employer.example'],
    ['änn@employer.example'],
    [`${'x'.repeat(250)}@b.example`],
  ])('refuses the address %j', (email) => {
    expect(sentence(readScheduleForm, { every: 'day', hour: 6, email })).toBe(
      'Enter one complete email address, or leave this blank.',
    );
  });

  test.each([
    [{ every: 'minute', hour: 1 }, 'Choose how often.'],
    [{ every: 'day', hour: 24 }, HOUR],
    [{ every: 'day', hour: -1 }, HOUR],
    [{ every: 'day', hour: 1.5 }, HOUR],
    [{ every: 'day', hour: '6' }, HOUR],
    [{ every: 'day', hour: Number.NaN }, HOUR],
    [{ every: 'day' }, GENERIC],
    [{ every: 'day', hour: 6, lastRunAt: 0 }, GENERIC],
    [{ every: 'week', hour: 6, weekday: 0 }, WEEKDAY],
    [{ every: 'week', hour: 6, weekday: 8 }, WEEKDAY],
    [{ every: 'week', hour: 6, weekday: '1' }, WEEKDAY],
    [{ every: 'week', hour: 6, weekday: 1.5 }, WEEKDAY],
    [{ every: 'day', hour: 6, email: null }, GENERIC],
    [{ every: 'day', hour: 6, email: ['ann@employer.example'] }, GENERIC],
  ])('with %j is refused: %s', (input, expected) => {
    expect(sentence(readScheduleForm, input)).toBe(expected);
  });
});

describe('a report ID', () => {
  test('is letters, digits and hyphens', () => {
    expect(readSavedId('0b8f1c9e-55aa')).toBe('0b8f1c9e-55aa');
  });

  test.each([[''], ['a b'], ['x'.repeat(65)], [5], [null], [undefined], [{}], [['a']], ['a.b'], ['a\n']])(
    'may not be %j',
    (input) => {
      expect(sentence(readSavedId, input)).toBe(GENERIC);
    },
  );
});

import { afterAll, describe, expect, test } from '@jest/globals';
import { platformPorts } from './platform-ports';

/* What only the adapters over Google services do: whose store it is, which day of the week, which cell of a name. */

const ANN = 'ann@a.example';
const BOB = 'bob@b.example';
const platform = platformPorts();
afterAll(() => platform.world.dispose());

describe.each([
  ['cache', 'putAll', 'getAll', [['k']]],
  ['properties', 'write', 'readAll', []],
] as const)('what is kept in the %s', (port, write, read, asked) => {
  const shared = platform.world.emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/London' });
  const other = platform.world.emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/London' });
  const kept = (name: string, book: typeof shared, person: string) =>
    platform.callAs<Record<string, string>>(book.as(person), name, read, ...asked).k;

  test('for everyone is found by every editor of the spreadsheet, and in no other spreadsheet', () => {
    platform.callAs(shared.as(ANN), port, write, { k: 'for everyone' });

    expect([kept(port, shared, ANN), kept(port, shared, BOB)]).toEqual(['for everyone', 'for everyone']);
    expect([kept(port, other, ANN), kept(port, other, BOB)]).toEqual([undefined, undefined]);
  });

  test('for one person is found by no other editor, and does not hide what is for everyone', () => {
    const own = port === 'cache' ? 'ownCache' : 'ownProperties';
    platform.callAs(shared.as(ANN), port, write, { k: 'for everyone' });
    platform.callAs(shared.as(ANN), own, write, { k: 'for Ann' });

    expect([kept(own, shared, ANN), kept(own, shared, BOB)]).toEqual(['for Ann', undefined]);
    expect(kept(port, shared, ANN)).toBe('for everyone');
  });
});

describe('the timer of a schedule', () => {
  test('wakes hourly, and is removed by its own ID alone', () => {
    const { triggers, clock } = platform.world.emulator.world;
    const id = platform.callAs<string>(platform.world.ann, 'triggers', 'make');
    const [timer] = triggers;

    expect(timer).toMatchObject({ uniqueId: id });
    expect((timer?.nextRunAt ?? 0) - clock.now()).toBeLessThanOrEqual(3_600_000);
    expect(platform.callAs(platform.world.ann, 'triggers', 'remove', [id, 'unknown'])).toEqual([id]);
    expect(triggers).toEqual([]);
  });
});

describe('texts in a colour', () => {
  test('are those that contain one of the words', () => {
    const { sheets, world } = platform;
    sheets.create('States').colourWhere('B2:B', { fine: ['OK'], wrong: ['Failed'] });
    expect(JSON.stringify(world.book.document.snapshot())).toContain('Failed');
  });
});

describe('a block that is copied from a staging sheet', () => {
  test('brings its values and leaves the formats of the table', () => {
    const { sheets, world } = platform;
    const sheet = sheets.create('Formats');
    const staging = sheets.create('Staging of formats');
    sheet.dress({ ranges: ['A2:A'], format: '0.0%' });
    staging.write(2, [[0.5, 'text']]);
    staging.dress({ ranges: ['A2:A'], format: '0.000' });

    sheet.copyValues({ sheet: { id: staging.id }, row: 2, rows: 1, columns: 2 }, 2, 1);

    expect(world.book.cell('Formats!A2')).toMatchObject({ value: 0.5, display: '50.0%' });
  });
});

describe('the rules of a dashboard’s sheet', () => {
  test('come after those that stand there, which win, and each stands there once', () => {
    const { sheets, world } = platform;
    const { id } = sheets.create('Rules');
    const apply = (formerRows: number, ...ranges: string[]) => {
      const rules = ranges.map((range) => ({ ranges: [range], look: 'grey', when: '=1' }));
      const look = { rows: 5, formats: [], styles: [], drops: [], rules };
      platform.callAs(world.ann, 'looks', 'apply', id, look, { rows: formerRows });
    };
    const columns = () =>
      world.book.document.workbook
        .findSheet(id)
        ?.conditionalFormats.map(({ ranges }) => ranges.map(({ column }) => column));

    // Beside a dashboard.
    apply(0, 'Z1:Z5');
    apply(5, 'A1:A5', 'B1:B5');
    expect(columns()).toEqual([[26], [1], [2]]);

    apply(5, 'A1:A5', 'B1:B5');
    expect(columns()).toEqual([[26], [1], [2]]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { BLOCK_COLUMNS } from '../../../src/dashboards/layout';
import { platformPorts } from '../../support/platform-ports';
import { scriptWorld } from '../../support/script-world';

/* What only the adapters over Google services do: whose store it is, which day of the week, which cell of a name. */

const ANN = 'ann@a.example';
const BOB = 'bob@b.example';
const world = scriptWorld();
const { sheets, triggers, looks } = platformPorts(world.emulator, world.book, ANN);

describe('what is kept in the spreadsheet’s cache and properties', () => {
  const newBook = () => world.emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/London' });
  const [shared, other] = [newBook(), newBook()];
  const stores = (book: typeof shared, person: string) => {
    const ports = platformPorts(world.emulator, book, person);
    return [
      { write: ports.cache.putAll, read: () => ports.cache.getAll(['k']).k },
      { write: ports.properties.write, read: () => ports.properties.readAll().k },
      { write: ports.ownCache.putAll, read: () => ports.ownCache.getAll(['k']).k },
      { write: ports.ownProperties.write, read: () => ports.ownProperties.readAll().k },
    ];
  };
  const kept = (book: typeof shared, person: string) => stores(book, person).map(({ read }) => read());

  test('for everyone is found by every editor, in no other spreadsheet; for one person by no one else', () => {
    const [cache, properties, ownCache, ownProperties] = stores(shared, ANN);
    cache?.write({ k: 'for everyone' });
    properties?.write({ k: 'for everyone' });
    ownCache?.write({ k: 'for Ann' });
    ownProperties?.write({ k: 'for Ann' });

    expect(kept(shared, ANN)).toEqual(['for everyone', 'for everyone', 'for Ann', 'for Ann']);
    expect(kept(shared, BOB)).toEqual(['for everyone', 'for everyone', undefined, undefined]);
    expect([kept(other, ANN), kept(other, BOB)].map((all) => all.slice(0, 2))).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe('the timer of a schedule', () => {
  test('wakes hourly, and is removed by its own ID alone', () => {
    const { triggers: made, clock } = world.emulator;
    const id = triggers.make();
    const [timer] = made;

    expect(timer).toMatchObject({ uniqueId: id });
    expect((timer?.nextRunAt ?? 0) - clock.now()).toBeLessThanOrEqual(3_600_000);
    expect(triggers.remove([id, 'unknown'])).toEqual([id]);
    expect(made).toEqual([]);
  });
});

describe('texts in a colour', () => {
  test('are those that end with one of the words', () => {
    const ranges = ['B2:B'];
    sheets.create('States').setRules([
      { ranges, look: 'fine', when: 'OK' },
      { ranges, look: 'wrong', when: 'Failed' },
    ]);
    expect(JSON.stringify(world.book.snapshot())).toContain('Failed');
  });
});

describe('a block that is copied from a staging sheet', () => {
  test('brings its values and leaves the formats of the table', () => {
    const sheet = sheets.create('Formats');
    const staging = sheets.create('Staging of formats');
    sheet.dress({ ranges: ['A2:A'], format: '0.0%' });
    staging.write(2, [[0.5, 'text']]);
    staging.dress({ ranges: ['A2:A'], format: '0.000' });

    sheet.copyValues(staging, 2, { row: 2, column: 1, rows: 1, columns: 2 });

    expect(world.book.cell('Formats!A2')).toMatchObject({ value: 0.5, display: '50.0%' });
  });
});

describe('the rules of a dashboard’s sheet', () => {
  test('come after those that stand there, which win, and each stands there once', () => {
    const { id } = sheets.create('Rules');
    const apply = (formerRows: number, ...ranges: string[]) => {
      const rules = ranges.map((range) => ({ ranges: [range], look: 'grey' as const, when: '=1' }));
      const cells = new Array<object[]>(5).fill(new Array<object>(BLOCK_COLUMNS).fill({}));
      const look = { cells, drops: [], rules, chart: undefined };
      looks.apply(id, look, { rows: formerRows, chart: undefined });
    };
    const columns = () =>
      world.book.workbook
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

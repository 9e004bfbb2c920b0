import type { Region } from '../../src/contract/connection';
import type { DashboardSource } from '../../src/dashboards/dashboard-source';
import { sampleShifts } from '../../src/sample/sample-service';
import { buildEmployers } from '../api-server/data/employers';
import { generateShifts } from '../api-server/data/shift-generator';
import { dashboardSource } from './dashboard-source';
import { daysFrom, type SentRecord, sentRecord, serialOf } from './shift-records';
import { SPEC_NAMES } from './spec-fields';

/** Data of one shape, for which every dashboard must be readable. */
export interface DashboardShape {
  readonly name: string;
  readonly region: Region;
  readonly isSample: boolean;
  /** YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  readonly records: readonly SentRecord[];
}

/** Monday, 23 November 2026: the week before is over. */
export const SHAPES_TODAY = '2026-11-23';
const QUARTER = { from: '2026-08-24', to: '2026-11-22' } as const;

/** What the sample employer sends. */
function sampleRecords(region: Region): readonly SentRecord[] {
  const range = { from: serialOf(QUARTER.from), to: serialOf(QUARTER.to) };
  return sampleShifts(region, range, { today: serialOf(SHAPES_TODAY), dayPart: 0.4 });
}

/** What the demo employer of the local service sends, days to come among them. */
function demoRecords(): readonly SentRecord[] {
  const [employer] = buildEmployers(1);
  if (employer === undefined) throw new Error('There is no demo employer.');
  const dayOf = (text: string) => Date.parse(text) / 86_400_000;
  const today = dayOf(SHAPES_TODAY);
  const days = Array.from({ length: today + 14 - dayOf(QUARTER.from) }, (_, at) => dayOf(QUARTER.from) + at);
  return days.flatMap((day) => generateShifts({ seed: 1, today }, employer, day)) as unknown as SentRecord[];
}

/** Venues of many lengths, each with a shift on every other day. */
function sixtyVenues(): SentRecord[] {
  return Array.from({ length: 60 }, (_, venue) =>
    daysFrom('2026-08-24', 45, 2).map((day, at) =>
      sentRecord({
        day,
        venue:
          `${venue + 1} ${'The Very Grand Hotel and Conference Centre, Birmingham'.slice(0, 8 + venue)}`.replace(
            /\W+$/,
            '',
          ),
        role: ['Chef', 'Bar staff', 'Waiting staff for banquets and receptions'][venue % 3] as string,
        posted: 40 + venue,
        booked: 36 + venue - (at % 5),
        worked: 30 + (venue % 7) - (at % 4),
        noShows: 2 + (at % 3),
        demand: 38 + (venue % 9),
      }),
    ),
  ).flat();
}

const SAMPLE = sampleRecords('UK');

/** The seven shapes. */
export const DASHBOARD_SHAPES: readonly DashboardShape[] = [
  { name: 'Sample', region: 'UK', isSample: true, ...QUARTER, records: SAMPLE },
  {
    name: 'Demo employer',
    region: 'UK',
    isSample: false,
    from: QUARTER.from,
    to: '2026-11-30',
    records: demoRecords(),
  },
  {
    name: 'One day',
    region: 'UK',
    isSample: false,
    from: QUARTER.to,
    to: QUARTER.to,
    records: SAMPLE.filter((one) => one.SHIFT_DATE === QUARTER.to),
  },
  {
    name: 'One venue',
    region: 'UK',
    isSample: false,
    ...QUARTER,
    records: SAMPLE.filter((one) => one.VENUE_NAME === SAMPLE[0]?.VENUE_NAME),
  },
  { name: 'Sixty venues', region: 'UK', isSample: false, ...QUARTER, records: sixtyVenues() },
  { name: 'Empty', region: 'UK', isSample: false, ...QUARTER, records: [] },
  { name: 'US', region: 'US', isSample: true, ...QUARTER, records: sampleRecords('US') },
];

/** What a dashboard of a shape is made of. */
export function sourceOf({ name, region, isSample, from, to, records }: DashboardShape): DashboardSource {
  const rows = records.map((record) =>
    SPEC_NAMES.map((field) =>
      field === 'SHIFT_DATE' ? serialOf(String(record[field])) : (record[field] ?? null),
    ),
  );
  const plain = dashboardSource(rows, { keptDefinitions: undefined });
  return {
    ...plain,
    saved: { ...plain.saved, sheet: name },
    range: { from: serialOf(from), to: serialOf(to) },
    today: serialOf(SHAPES_TODAY),
    weekStart: region === 'US' ? 7 : 1,
    asOf: serialOf(SHAPES_TODAY) + 0.375,
    isSample,
  };
}

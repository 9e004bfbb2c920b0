import { formatIsoDate } from '../calendar/calendar-date';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { ID_COLUMN, SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-fulfilment-fields';
import type { ShiftRow, ShiftValue } from '../employer-api/shift-records';
import { type Basis, describeSupport, rowsBeside } from '../figures/basis';
import { DEFINITIONS, definitionText, type PercentageField, wordOf } from '../figures/definitions';
import { basisFor } from '../figures/kept-basis';
import { type Quantity, quantityReader } from '../figures/quantities';
import { filterRows } from '../figures/row-filter';
import { nameFilters } from '../reports/saved/seen-names';
import { linesOf, nameInTitle } from './explanation';
import { plainNumber } from './figure-behind';
import type { KnownFacts } from './known-facts';
import { isPercentageName, MEANINGS } from './meanings';
import { columnTitle, type ReportCell, valueIn } from './report-cell';
import { holds, workedOutAgain } from './worked-out-again';

const FIELD_NAMES: readonly string[] = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name);

/** Explains a cell of one shift record. One read of the cache, for the record as the service sent it. */
export function explainShift(known: KnownFacts, place: ReportCell): Explanation {
  const { field } = place;
  const venue = valueIn(place, 'VENUE_NAME');
  const day = dayIn(known, place);
  const of = [typeof venue === 'string' ? nameInTitle(venue) : '', day].filter(Boolean).join(', ');
  const id = valueIn(place, 'SHIFT_ID');
  const meaning = MEANINGS[field];
  const source = isPercentageName(field) ? 'As published by the service, per record.' : undefined;
  const sent = sentValue(known, place);
  const blank = valueIn(place, field) === undefined ? whyBlank(sent) : undefined;
  const lines = [
    ...linesOf({ Meaning: meaning && `${meaning}.`, Value: blank, Source: source }),
    ...(field in DEFINITIONS ? percentageLines(known, place, field as PercentageField) : []),
    ...linesOf({
      'Rows behind it': typeof id === 'number' ? `1 shift record, SHIFT_ID ${id}` : '1 shift record',
    }),
    ...(sent === undefined ? [] : [asSent(known, place, sent)]),
  ];
  return { title: of === '' ? columnTitle(field) : `${columnTitle(field)} of ${of}`, lines };
}

/** Why a cell is blank, as far as it is known; `undefined` where the service sent a value. */
function whyBlank(sent: ShiftValue | undefined): string | undefined {
  if (sent === null) return 'Blank: the service left it empty. It is never turned into 0.';
  return sent === undefined
    ? 'Blank: the service left it empty, or somebody emptied it since. What was sent is not known any more.'
    : undefined;
}

/** What the service sent for the cell; `undefined` where that is not known. */
function sentValue(known: KnownFacts, place: ReportCell): ShiftValue | undefined {
  const { field, values, question, content } = place;
  const column = FIELD_NAMES.indexOf(field);
  const kept = known.isConnected() ? known.rowsOf({ from: content.from, to: content.to }) : undefined;
  if (kept === undefined || column < 0) return undefined;
  const id = field === 'SHIFT_ID' ? undefined : valueIn(place, 'SHIFT_ID');
  // Without its ID a record is known by everything else that the row shows.
  const fields = typeof id === 'number' ? ['SHIFT_ID'] : question.fields.filter((one) => one !== field);
  const filters = nameFilters(kept.rows, question.filters, () => known.seenNames());
  const found = filterRows(kept.rows, filters).filter((row) =>
    fields.every((one) =>
      holds(known, values[question.fields.indexOf(one)], row[FIELD_NAMES.indexOf(one)] ?? null),
    ),
  );
  const [first] = found;
  const value = first?.[column] ?? null;
  return first && found.every((row) => (row[column] ?? null) === value) ? value : undefined;
}

/** Whether the cell still holds that. */
function asSent(known: KnownFacts, place: ReportCell, sent: ShiftValue): ExplanationLine {
  const isRate = isPercentageName(place.field);
  return workedOutAgain(known, valueIn(place, place.field), sent, {
    isRate,
    label: 'As it was sent',
    whyBlank: 'the service sent no value',
  });
}

function dayIn(known: KnownFacts, place: ReportCell): string {
  const day = known.dayIn(valueIn(place, 'SHIFT_DATE'));
  return day === undefined ? '' : formatIsoDate(day);
}

/** What the percentage of one record is made of, as far as refreshes have found out. */
function percentageLines(known: KnownFacts, place: ReportCell, field: PercentageField): ExplanationLine[] {
  if (!known.isConnected()) return [];
  const { content } = place;
  const kept = known.rowsOf({ from: content.from, to: content.to });
  const basis = basisOfRecord(known, place, field, kept?.rows ?? [shownRecord(known, place)]);
  const [used] = basis.survivors;
  if (used === undefined) return linesOf({ Basis: 'contradicted: no definition that we know fits' });
  const { definition } = used;
  const record = recordOf(place, kept?.rows ?? []);
  const part = (quantity: Quantity) => {
    const value = shownPart(place, quantity) ?? (record && quantityReader(quantity)(record));
    return typeof value === 'number' ? `${wordOf(quantity)} ${plainNumber(value)}` : undefined;
  };
  const [top, bottom] = [part(definition.numerator), part(definition.denominator)];
  const support = used.of > 0 ? describeSupport(used) : undefined;
  return linesOf({
    Definition: `100 × ${definitionText(definition)}.`,
    Basis: [basis.kind, support].filter(Boolean).join(', '),
    'Of this record': top && bottom ? `${top}, ${bottom}` : undefined,
  });
}

/** Judged by these rows; after a change of the definition, by those on the record's side of it. */
function basisOfRecord(
  known: KnownFacts,
  place: ReportCell,
  field: PercentageField,
  rows: readonly ShiftRow[],
): Basis {
  const today = known.dayAt(place.content.refreshedAt);
  const basis = basisFor(field, known.bases(), rows, today);
  const day = known.dayIn(valueIn(place, 'SHIFT_DATE'));
  const { changesOn } = basis;
  if (changesOn === undefined || day === undefined) return basis;
  return basisFor(field, known.bases(), rowsBeside(rows, changesOn, day >= changesOn), today);
}

/** The record as far as the table shows it. */
function shownRecord(known: KnownFacts, place: ReportCell): ShiftRow {
  return FIELD_NAMES.map((name) => {
    const value = valueIn(place, name);
    if (name === 'SHIFT_DATE') return known.dayIn(value) ?? null;
    return typeof value === 'number' ? value : null;
  });
}

function shownPart(place: ReportCell, quantity: Quantity): number | undefined {
  const value = valueIn(place, quantity);
  return typeof value === 'number' ? value : undefined;
}

/** The record that the row shows, by its ID; `undefined` where that leaves none, or several. */
function recordOf(place: ReportCell, rows: readonly ShiftRow[]): ShiftRow | undefined {
  const id = valueIn(place, 'SHIFT_ID');
  const found = typeof id === 'number' ? rows.filter((row) => row[ID_COLUMN] === id) : [];
  return found.length === 1 ? found[0] : undefined;
}

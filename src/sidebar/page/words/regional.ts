import type { Region } from '../../../contract/connection';

/** The words that are spelled by the region of the connection. */
export type RegionalWords = ReturnType<typeof spellWith>;

/** The words of a region: British spelling for the UK, American for the US. */
export function wordsFor(region: Region): RegionalWords {
  return WORDS[region];
}

function spellWith(fulfilment: string) {
  return {
    /** The reports as the `Report` list calls them, each with what a row of it is. */
    reports: {
      shift_fulfilment: { label: `Shift ${fulfilment}`, rows: 'One row per shift.' },
      shift_fulfilment_aggregated: {
        label: `Shift ${fulfilment}, aggregated`,
        rows: 'One row per group. Percentages are calculated from the sums.',
      },
    },
    /** What an alert may watch, as the `Measure` list calls it. */
    measures: {
      worked_percentage: 'Worked %',
      true_fulfilment_percentage: `True ${fulfilment} %`,
      booked_percentage: 'Booked %',
      unfilled_percentage: 'Unfilled %',
      no_shows_percentage: 'No-shows %',
    },
    /** What the cells of *Where and when* may show, as its `Measure` list calls it. */
    cutMeasures: {
      TRUE_FULFILMENT_PERCENTAGE: `True ${fulfilment} %`,
      NO_SHOWS_PERCENTAGE: 'No-shows %',
      MISSING_PEOPLE: 'Missing people',
    },
  } as const;
}

const WORDS = { UK: spellWith('fulfilment'), US: spellWith('fulfillment') };

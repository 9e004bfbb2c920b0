import { PACK_UNITS, type PackForm, type PackUnit, type PackView } from '../../contract/packs';
import type { ReportView } from '../../contract/reports';
import { writeHour } from './schedule-view';
import type { Choice } from './view';
import { PACK_WORDS, SPLIT_WORDS, UNIT_LABELS } from './words/packs';
import { WEEKDAYS } from './words/schedule';

const LAST_DAY_OF_MONTH = 28;

/** A pack in words: what it shows, when it goes and to whom. */
export function describePack(
  { report, every, day, hour, split, to, hasChat }: PackView,
  reports: readonly ReportView[],
): { readonly heading: string; readonly details: readonly string[] } {
  const sheet = reports.find(({ id }) => id === report)?.sheet ?? PACK_WORDS.removedReport;
  return {
    heading: PACK_WORDS.heading[every](sheet),
    details: [
      PACK_WORDS.when(dayLabel(every, day), writeHour(hour), SPLIT_WORDS[split].label.toLowerCase()),
      ...(to.length === 0 ? [] : [PACK_WORDS.mailTo(to.join(', '))]),
      ...(hasChat ? [PACK_WORDS.inChat] : []),
    ],
  };
}

/** The entries of the `Every` list. */
export function unitChoices(): readonly Choice[] {
  return PACK_UNITS.map((value) => ({ value, label: UNIT_LABELS[value] }));
}

/** The entries of the `On` list. */
export function packDayChoices(every: PackUnit): readonly Choice[] {
  const count = every === 'week' ? WEEKDAYS.length : LAST_DAY_OF_MONTH;
  return Array.from({ length: count }, (_, at) => ({
    value: String(at + 1),
    label: dayLabel(every, at + 1),
  }));
}

/** The radio buttons of one page or several, each with its consequence. */
export function splitChoices() {
  const values: readonly PackForm['split'][] = ['all', 'venue'];
  return values.map((value) => ({ value, label: SPLIT_WORDS[value].label, hint: SPLIT_WORDS[value].effect }));
}

function dayLabel(every: PackUnit, day: number): string {
  return every === 'week' ? (WEEKDAYS[day - 1] ?? '') : PACK_WORDS.dayOfMonth(day);
}

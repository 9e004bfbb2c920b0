import { isReportError } from '../employer-api/errors';
import { readDocumentState } from '../reports/saved/document-state';
import { describeSchedule } from '../reports/schedule/schedule-view';
import type { FormulaRun } from './formula-run';
import type { StatusFacts } from './status-words';

/** Reads what is known of the reports and their connection: one property read and one cache read, no request. */
export function readStatus(run: FormulaRun): StatusFacts {
  const document = readDocumentState(run.properties());
  const { calendar, clock } = run.reading;
  const zone = document.zone ?? run.zone();
  const isConnected = hasConnection(run);
  const now = clock.now();
  return {
    document,
    schedule: describeSchedule(document, now, zone, calendar),
    isConnected,
    failing: isConnected ? run.readFailing() : undefined,
    bases: isConnected ? run.keptBases() : undefined,
    now,
    zone,
    time: (millis) => calendar.text(millis, zone),
  };
}

function hasConnection(run: FormulaRun): boolean {
  try {
    run.connection();
    return true;
  } catch (error) {
    if (isReportError(error) && error.code === 'settings_missing') return false;
    throw error;
  }
}

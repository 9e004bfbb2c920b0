import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { PreviewView, ReportForm, ReportView } from '../contract-reports';
import type { Problems } from './form-checks';
import { checkReportForm, type ReportField, tidyReportForm } from './report-form-checks';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';

/** What the fields of a report's form show, and how they change. */
export interface ReportFields {
  readonly fields: ReportForm;
  readonly problems: Problems<ReportField>;
  change(changed: Partial<ReportForm>): void;
}

interface ReportFormState extends ReportFields {
  readonly form: RefObject<HTMLFormElement | null>;
  submit(event: Event): void;
  /** What the choices would write; null until asked for, and again when they change. */
  readonly shown: PreviewView | null;
  preview(): void;
}

/**
 * Keeps what is chosen for a report until it is sent.
 *
 * @param report The report to change; null for a new one.
 */
export function useReportForm(
  report: ReportView | null,
  suggestedSheet: string,
  onSave: (form: ReportForm) => void,
): ReportFormState {
  const { ask, busy } = useSidebar();
  const [fields, setFields] = useState<ReportForm>(() => firstValues(report, suggestedSheet));
  const { form, problems, accept, forget } = useFormProblems<ReportField>();
  const [shown, setShown] = useState<PreviewView | null>(null);
  const change = (changed: Partial<ReportForm>) => {
    forget(...(Object.keys(changed) as ReportField[]));
    setFields({ ...fields, ...changed });
    setShown(null);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyReportForm(fields);
    if (accept(checkReportForm(filled, report?.period))) onSave(filled);
  };
  const preview = async () => {
    const filled = tidyReportForm(fields);
    if (busy || !accept(checkReportForm(filled, report?.period))) return;
    const outcome = await ask({
      progress: PROGRESS.previewing,
      call: (calls) => calls.sidebarPreviewReport(filled),
    });
    setShown(outcome?.kind === 'done' ? (outcome.preview ?? null) : null);
  };
  return { form, fields, change, problems, submit, shown, preview: () => void preview() };
}

const NEW_REPORT: Omit<ReportForm, 'sheet'> = {
  id: null,
  report: 'shift_fulfilment',
  period: 'last 7 days',
  from: '',
  to: '',
  venue: '',
  area: '',
  role: '',
  groupBy: '',
  columns: '',
  mode: 'replace',
};

function firstValues(report: ReportView | null, suggestedSheet: string): ReportForm {
  if (report === null) return { ...NEW_REPORT, sheet: suggestedSheet };
  const {
    lastRun: _run,
    held: _held,
    progress: _progress,
    canUndo: _canUndo,
    dashboards: _all,
    ...form
  } = report;
  return form;
}

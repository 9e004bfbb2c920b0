import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReportForm, ReportPreview, ReportView } from '../../contract/reports';
import { Button } from './button';
import { CheckBox, Field, RadioGroup, SelectField, TextField } from './fields';
import { checkReport } from './forms';
import { FIRST_DAY, LAST_DAY } from './local-dates';
import { explainPeriod, modeChoices, periodChoices, reportChoices } from './report-view';
import { Sentence } from './sentence';
import { type FormFields, useForm } from './use-form';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS, PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

interface ReportEditorProps {
  /** The report to change; null for a new one. */
  readonly report: ReportView | null;
  readonly suggestedSheet: string;
  readonly onSave: (form: ReportForm) => void;
  readonly onCancel: () => void;
}

/** Asks what a report shows, which sheet it fills, and what becomes of older days. */
export function ReportEditor(props: ReportEditorProps) {
  const { report, onCancel } = props;
  const title = useId();
  const { words } = useSidebar();
  const { form, fields, change, problems, submit, shown, preview } = useReportForm(props);
  const isGrouped = fields.report === 'shift_fulfilment_aggregated';
  return (
    <form ref={form} class="card" onSubmit={submit} noValidate autocomplete="off" aria-labelledby={title}>
      <h3 id={title}>{report === null ? REPORT_WORDS.newTitle : REPORT_WORDS.changeTitle}</h3>
      <SelectField
        label={REPORT_WORDS.report}
        hint={words.reports[fields.report].rows}
        choices={reportChoices(words)}
        value={fields.report}
        problem={problems.report}
        focusName="report"
        onChange={(value) => change({ report: value as ReportForm['report'] })}
      />
      <PeriodFields {...{ fields, change, problems }} kept={report?.period} />
      <FilterFields {...{ fields, change, problems }} />
      {isGrouped && (
        <TextField
          label={REPORT_WORDS.groupBy}
          hint={REPORT_WORDS.groupByHint}
          value={fields.groupBy}
          problem={problems.groupBy}
          onChange={(groupBy) => change({ groupBy })}
        />
      )}
      <TextField
        label={REPORT_WORDS.columns}
        hint={REPORT_WORDS.columnsHint}
        value={fields.columns}
        problem={problems.columns}
        onChange={(columns) => change({ columns })}
      />
      <CheckBox
        label={REPORT_WORDS.readableHeadings}
        hint={REPORT_WORDS.readableHeadingsHint}
        isChecked={fields.readableHeadings}
        onChange={(readableHeadings) => change({ readableHeadings })}
      />
      <TextField
        label={REPORT_WORDS.sheet}
        hint={REPORT_WORDS.sheetHint}
        value={fields.sheet}
        problem={problems.sheet}
        onChange={(sheet) => change({ sheet })}
      />
      {!isGrouped && (
        <RadioGroup
          label={REPORT_WORDS.mode}
          choices={modeChoices()}
          chosen={fields.mode}
          // The problem with history is shown at the columns.
          onChoose={(mode) => change({ mode, columns: fields.columns })}
        />
      )}
      <div class="buttons">
        <Button look="primary">{REPORT_WORDS.save}</Button>
        <Button onClick={preview}>{REPORT_WORDS.preview}</Button>
        <Button look="text" onClick={onCancel}>
          {PAGE_WORDS.cancel}
        </Button>
      </div>
      {shown !== null && <PreviewPanel preview={shown} />}
    </form>
  );
}

interface PeriodFieldsProps extends ReportFields {
  /** The period that the report has so far; undefined for a new one. */
  readonly kept: string | undefined;
}

/** Which days a report covers: a word for them, or two dates. */
function PeriodFields({ fields, problems, change, kept }: PeriodFieldsProps) {
  return (
    <>
      <SelectField
        label={REPORT_WORDS.period}
        hint={explainPeriod(fields.period)}
        choices={periodChoices(kept ?? 'custom')}
        value={fields.period}
        problem={problems.period}
        onChange={(period) => change({ period })}
      />
      {fields.period === 'custom' && (
        <>
          <DateField
            label={REPORT_WORDS.from}
            value={fields.from}
            problem={problems.from}
            onChange={(from) => change({ from })}
          />
          <DateField
            label={REPORT_WORDS.to}
            value={fields.to}
            problem={problems.to}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </>
  );
}

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
}

/** A calendar day. While it is half filled in, its value is empty. */
function DateField({ label, value, onChange, problem }: DateFieldProps) {
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={FIRST_DAY}
          max={LAST_DAY}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Which shifts count: all, or those of some venues, areas and job titles. */
function FilterFields({ fields, problems, change }: ReportFields) {
  return (
    <>
      <TextField
        label={REPORT_WORDS.venue}
        hint={REPORT_WORDS.criteriaHint}
        value={fields.venue}
        problem={problems.venue}
        onChange={(venue) => change({ venue })}
      />
      <TextField
        label={REPORT_WORDS.area}
        value={fields.area}
        problem={problems.area}
        onChange={(area) => change({ area })}
      />
      <TextField
        label={REPORT_WORDS.role}
        value={fields.role}
        problem={problems.role}
        onChange={(role) => change({ role })}
      />
    </>
  );
}

const FIGURE = /^[-\u2212]?[\d.,\u00a0\u202f ]+%?$/;

/* Sentences, rows and columns are told apart by their places alone. */
/* biome-ignore-start lint/suspicious/noArrayIndexKey: see above. */
/** What a report would write: what stands in its way, what goes where, and its first rows. */
function PreviewPanel({ preview }: { readonly preview: ReportPreview }) {
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  const { headings, rows, facts, warnings } = preview;
  return (
    <div class="preview" ref={panel}>
      <h4 id={title}>{REPORT_WORDS.previewTitle}</h4>
      {warnings.map((warning, place) => (
        <Sentence key={place} look="notice" text={warning} />
      ))}
      {facts.map((fact, place) => (
        <Sentence key={place} text={fact} />
      ))}
      {rows.length === 0 ? (
        <p class="hint">{REPORT_WORDS.previewNothing}</p>
      ) : (
        <Table {...{ title, headings, rows }} />
      )}
      <p class="hint">{REPORT_WORDS.previewNotWritten}</p>
    </div>
  );
}

interface TableProps extends Pick<ReportPreview, 'headings' | 'rows'> {
  readonly title: string;
}

function Table({ title, headings, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="table-room" aria-labelledby={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <th scope="col" key={column}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {row.map((cell, column) => (
                <td key={column} class={FIGURE.test(cell) ? 'figure' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above. */

type ReportFields = FormFields<ReportForm>;

/**
 * Keeps what is chosen for a report until it is sent, and what it would write: null until asked for, and again when the
 * choices change.
 */
function useReportForm({ report, suggestedSheet, onSave }: ReportEditorProps) {
  const { ask } = useSidebar();
  const [shown, setShown] = useState<ReportPreview | null>(null);
  const { change, complete, ...form } = useForm(
    () => firstValues(report, suggestedSheet),
    (fields) => checkReport(fields, report?.period),
    onSave,
  );
  const preview = async () => {
    const filled = complete();
    if (filled === null) return;
    const outcome = await ask({
      progress: PROGRESS.previewing,
      call: (calls) => calls.sidebarPreviewReport(filled),
    });
    setShown(outcome?.kind === 'done' ? (outcome.preview ?? null) : null);
  };
  const changeAnew = (changed: Partial<ReportForm>) => {
    change(changed);
    setShown(null);
  };
  return { ...form, change: changeAnew, shown, preview: () => void preview() };
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
  readableHeadings: false,
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

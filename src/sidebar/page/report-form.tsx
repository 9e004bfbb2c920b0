import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  columnChoices,
  groupKeysIn,
  PLAIN_REPORT,
  type ReportForm,
  type ReportPreview,
  type ReportView,
  type UnknownName,
} from '../../contract/reports';
import {
  CheckBox,
  DateField,
  Form,
  type FormFields,
  RadioGroup,
  SelectField,
  TextField,
  useForm,
} from './fields';
import { checkReport } from './forms';
import { Button, Sentence } from './parts';
import { ColumnsField, NamesField } from './report-fields';
import {
  columnsWithout,
  explainPeriod,
  groupChoices,
  modeChoices,
  periodChoices,
  reportChoices,
} from './report-view';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS, PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

/** What the script asks before it saves a report. */
export interface AskedOnSave {
  /** The name that it does not know; null for none. */
  readonly unknownName: UnknownName | null;
  /** How many notes would leave the table; 0 where none would, or no one asked. */
  readonly notesLeave: number;
}

/** Nothing was asked. */
export const NOT_ASKED: AskedOnSave = { unknownName: null, notesLeave: 0 };

interface ReportEditorProps {
  /** The report to change; null for a new one. */
  readonly report: ReportView | null;
  /** The report that a new one begins as; null for none. */
  readonly model: ReportView | null;
  /** A name for the sheet of a new report. @param wanted Left out for the usual one. */
  readonly suggestSheet: (wanted?: string) => string;
  /** @returns What the script asks, where it was not saved for that. */
  readonly onSave: (form: ReportForm, answered: AskedOnSave) => Promise<AskedOnSave>;
  readonly onCancel: () => void;
}

/** Asks what a report shows, which sheet it fills, and what becomes of older days. */
export function ReportEditor(props: ReportEditorProps) {
  const { report, onCancel } = props;
  const { words } = useSidebar();
  const { form, fields, change, problems, submit, shown, preview, asked } = useReportForm(props);
  const { unknownName, notesLeave } = asked;
  const isGrouped = fields.report === 'shift_fulfilment_aggregated';
  return (
    <Form
      form={form}
      submit={submit}
      title={report === null ? REPORT_WORDS.newTitle : REPORT_WORDS.changeTitle}
    >
      <SelectField
        label={REPORT_WORDS.report}
        hint={words.reports[fields.report].rows}
        choices={reportChoices(words)}
        value={fields.report}
        problem={problems.report}
        focusName="report"
        // The other report has other columns.
        onChange={(value) => change({ report: value as ReportForm['report'], columns: '' })}
      />
      <PeriodFields {...{ fields, change, problems }} kept={(report ?? props.model)?.period} />
      <FilterFields {...{ fields, change, problems, unknownName }} />
      {isGrouped && <GroupFields {...{ fields, change, problems }} />}
      <ColumnsField
        key={columnChoices(fields).join()}
        value={fields.columns}
        available={columnChoices(fields)}
        problem={problems.columns}
        onChange={(columns) => change({ columns })}
      />
      <CheckBox
        label={REPORT_WORDS.readableHeadings}
        hint={REPORT_WORDS.readableHeadingsHint}
        isChecked={fields.readableHeadings}
        onChange={(readableHeadings) => change({ readableHeadings })}
      />
      {!isGrouped && (
        <TextField
          label={REPORT_WORDS.noteColumns}
          hint={REPORT_WORDS.noteColumnsHint}
          value={fields.noteColumns}
          problem={
            problems.noteColumns ?? (notesLeave === 0 ? undefined : REPORT_WORDS.notesLeave(notesLeave))
          }
          onChange={(noteColumns) => change({ noteColumns })}
        />
      )}
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
    </Form>
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

interface FilterFieldsProps extends ReportFields {
  /** The name that the script does not know, while the form is as it was sent. */
  readonly unknownName: UnknownName | null;
}

/** Which shifts count: all, or those of some venues, areas and job titles. */
function FilterFields({ fields, problems, change, unknownName }: FilterFieldsProps) {
  const { names } = useSidebar();
  return (['venue', 'area', 'role'] as const).map((field, place) => {
    const unknown = unknownName?.field === field ? unknownName : null;
    return (
      <NamesField
        key={field}
        label={REPORT_WORDS[field]}
        hint={place === 0 ? REPORT_WORDS.criteriaHint : ''}
        names={names?.[field] ?? []}
        value={fields[field]}
        problem={problems[field] ?? (unknown ? REPORT_WORDS.unknownName(unknown.typed) : undefined)}
        meant={unknown?.meant ? { typed: unknown.typed, name: unknown.meant } : undefined}
        onChange={(value) => change({ [field]: value })}
      />
    );
  });
}

/** What a grouped report is grouped by: up to three lists, each offered once the one before is chosen. */
function GroupFields({ fields, problems, change }: ReportFields) {
  const keys = groupKeysIn(fields.groupBy);
  const shown = keys.length === 0 ? (['week'] as const) : keys;
  const choose = (place: number, key: string) => {
    const next = [...shown.slice(0, place), key, ...shown.slice(place + 1)].filter((one) => one !== '');
    const groupBy = next.join(', ');
    const left = columnChoices({ ...fields, groupBy });
    const gone = columnChoices(fields).filter((column) => !left.includes(column));
    change({ groupBy, columns: columnsWithout(fields.columns, gone) });
  };
  return [REPORT_WORDS.groupBy, ...REPORT_WORDS.thenBy].slice(0, shown.length + 1).map((label, place) => {
    const others = shown.filter((_, index) => index !== place);
    const none = place === 0 ? [] : [{ value: '', label: REPORT_WORDS.noGroup }];
    return (
      <SelectField
        key={label}
        label={label}
        choices={[...none, ...groupChoices(others)]}
        value={shown[place] ?? ''}
        problem={place === 0 ? problems.groupBy : undefined}
        onChange={(key) => choose(place, key)}
      />
    );
  });
}

const FIGURE = /^[-\u2212]?[\d.,\u00a0\u202f ]+%?$/;

/* Sentences, rows and columns differ by their places alone. */
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
function useReportForm({ report, model, suggestSheet, onSave }: ReportEditorProps) {
  const { ask } = useSidebar();
  const [shown, setShown] = useState<ReportPreview | null>(null);
  const [asked, setAsked] = useState(NOT_ASKED);
  const { change, complete, ...form } = useForm(
    () => firstValues(report ?? model, report === null ? suggestSheet(model?.sheet) : report.sheet),
    (fields) => checkReport(report === null ? { ...fields, id: null } : fields, (report ?? model)?.period),
    // Whoever saves the same again has read the question.
    (filled) => void onSave(filled, asked).then(setAsked),
  );
  const preview = async () => {
    const filled = complete();
    if (filled === null) return;
    const outcome = await ask(PROGRESS.previewing, (calls) => calls.sidebarPreviewReport(filled));
    setShown((outcome?.kind === 'done' && outcome.preview) || null);
  };
  const changeAndHide = (changed: Partial<ReportForm>) => {
    change(changed);
    setShown(null);
    setAsked(NOT_ASKED);
  };
  return { ...form, change: changeAndHide, shown, asked, preview: () => void preview() };
}

/** @param known The report to change, or the one to begin as. */
function firstValues(known: ReportView | null, sheet: string): ReportForm {
  if (known === null) return { ...PLAIN_REPORT, id: null, period: 'last 7 days', sheet };
  const {
    lastRun: _run,
    confirmation: _confirmation,
    progress: _progress,
    canUndo: _canUndo,
    why: _why,
    dashboards: _all,
    ...form
  } = known;
  return { ...form, sheet };
}

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
import { REPORT_INTERVALS } from '../../contract/schedule';
import {
  CheckBox,
  DateField,
  Field,
  Form,
  type FormFields,
  RadioGroup,
  SelectField,
  TextField,
  useAnswer,
  useForm,
} from './fields';
import { checkReport } from './forms';
import { Button, Sentence } from './parts';
import {
  addName,
  type ColumnPick,
  CRITERIA_SEPARATOR,
  columnsWithout,
  criterionFor,
  explainPeriod,
  formatColumns,
  groupChoices,
  joinCriteria,
  modeChoices,
  periodChoices,
  readColumnPicks,
  reportChoices,
  splitCriteria,
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
      <SelectField
        label={REPORT_WORDS.every}
        hint={REPORT_WORDS.everyHint}
        choices={REPORT_INTERVALS.map((value) => ({ value, label: REPORT_WORDS.intervals[value] }))}
        value={fields.every}
        problem={problems.every}
        onChange={(every) => change({ every: every as ReportForm['every'] })}
      />
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
  const shown = useAnswer<ReportPreview | null>(null);
  const asked = useAnswer(NOT_ASKED);
  const { change, complete, ...form } = useForm(
    () => firstValues(report ?? model, report === null ? suggestSheet(model?.sheet) : report.sheet),
    (fields) => checkReport(report === null ? { ...fields, id: null } : fields, (report ?? model)?.period),
    // Whoever saves the same again has read the question.
    (filled) => void asked.take(onSave(filled, asked.answer)),
  );
  const preview = () => {
    const filled = complete();
    if (filled === null) return;
    const outcome = ask(PROGRESS.previewing, (call) => call('previewReport', filled));
    void shown.take(outcome.then((one) => (one?.kind === 'done' && one.preview) || null));
  };
  const changeAndHide = (changed: Partial<ReportForm>) => {
    change(changed);
    shown.forget();
    asked.forget();
  };
  return { ...form, change: changeAndHide, shown: shown.answer, asked: asked.answer, preview };
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
    shownFrom: _shownFrom,
    dashboards: _all,
    ...form
  } = known;
  return { ...form, sheet };
}

interface NamesFieldProps {
  readonly label: string;
  /** Names and patterns with semicolons between them, as the script takes them: `Grand*; <>Grand Hall`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The names to offer. */
  readonly names: readonly string[];
  readonly hint: string;
  readonly problem?: string | undefined;
  /** What to put in place of a name that nothing is called, by one press. */
  readonly meant?: { readonly typed: string; readonly name: string } | undefined;
}

/**
 * Several names: those that were chosen, each with a button to remove it, and a control to type the next one, which
 * offers the names that are known. What is being typed counts, too.
 */
function NamesField({ label, value, onChange, names, hint, problem, meant }: NamesFieldProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [{ chosen, typed }, setState] = useState({ chosen: splitCriteria(value), typed: '' });
  const show = (next: readonly string[], typing: string) => {
    setState({ chosen: next, typed: typing });
    onChange(joinCriteria([...next, typing]));
  };
  const handleInput = (text: string, isPicked: boolean) => {
    const parts = text.split(CRITERIA_SEPARATOR);
    const typing = isPicked ? '' : (parts.pop() as string).trimStart();
    show(addName(chosen, ...parts), typing);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      // With nothing typed the key sends the form.
      event.preventDefault();
      show(addName(chosen, typed), '');
    } else if (event.key === 'Backspace' && typed === '' && chosen.length > 0) {
      show(chosen.slice(0, -1), '');
    }
  };
  const remove = (name: string) => {
    show(
      chosen.filter((one) => one !== name),
      typed,
    );
    input.current?.focus();
  };
  const use = (name: string) => {
    const replace = (one: string) =>
      meant !== undefined && isSame(one, meant.typed) ? criterionFor(name) : one;
    show(addName([], ...[...chosen, typed].map(replace)), '');
    input.current?.focus();
  };
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <>
          {chosen.length > 0 && (
            <ul class="chips" aria-label={REPORT_WORDS.chosenFor(label)}>
              {chosen.map((name) => (
                <li key={name}>
                  <bdi>{name}</bdi>
                  <button
                    type="button"
                    class="unpick"
                    aria-label={REPORT_WORDS.unpick(name)}
                    onClick={() => remove(name)}
                  >
                    <span aria-hidden="true">{PAGE_WORDS.closeSign}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={input}
            type="text"
            list={list}
            autocomplete="off"
            spellcheck={false}
            placeholder={chosen.length === 0 ? REPORT_WORDS.allOf : REPORT_WORDS.another}
            value={typed}
            onInput={(event) => handleInput(event.currentTarget.value, isPick(event))}
            onKeyDown={handleKey}
          />
          <datalist id={list}>
            {names
              .map(criterionFor)
              .filter((name) => !chosen.includes(name))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
          {meant !== undefined && (
            <p class="suggestion">
              <Button look="text" whileBusy onClick={() => use(meant.name)}>
                {REPORT_WORDS.insteadUse(meant.name)}
              </Button>
            </p>
          )}
        </>
      )}
    </Field>
  );
}

/** Whether a value comes from the list, not from the keyboard. */
function isPick(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
}

/** True if a criterion is about that name, with any operator. */
function isSame(criterion: string, name: string): boolean {
  return criterion.replace(/^(?:<>|=)\s*/, '') === name;
}

interface ColumnsFieldProps {
  /** Columns in their order, as the script takes them: `SHIFT_DATE, VENUE_NAME as Venue`; blank for all. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The columns that the report has. */
  readonly available: readonly string[];
  readonly problem?: string | undefined;
}

/** All columns, or those that are ticked: in the order wanted, each with a heading of its own where one is typed. */
function ColumnsField({ value, onChange, available, problem }: ColumnsFieldProps) {
  const { focusNext } = useSidebar();
  const [picks, setPicks] = useState(() => readColumnPicks(value, available));
  const [isChoosing, setIsChoosing] = useState(value !== '');
  const show = (next: readonly ColumnPick[]) => {
    setPicks(next);
    onChange(formatColumns(next));
  };
  const choose = (isSome: boolean) => {
    setIsChoosing(isSome);
    onChange(isSome ? formatColumns(picks) : '');
  };
  const change = (name: string, changed: Partial<ColumnPick>) =>
    show(picks.map((pick) => (pick.name === name ? { ...pick, ...changed } : pick)));
  const move = (place: number, step: 1 | -1) => {
    const [pick, other] = [picks[place], picks[place + step]];
    if (pick === undefined || other === undefined) return;
    const next = picks.slice();
    next[place] = other;
    next[place + step] = pick;
    show(next);
    // The row is drawn in another place, and what has the keyboard with it; at either end only the way back is left.
    const isEnd = place + step === 0 || place + step === picks.length - 1;
    focusNext(`move ${pick.name} ${isEnd ? -step : step}`);
  };
  const count = picks.filter(({ isShown }) => isShown).length;
  return (
    <>
      <Field label={REPORT_WORDS.columns} problem={problem}>
        {(control) => (
          <select
            {...control}
            value={isChoosing ? 'some' : 'all'}
            onChange={(event) => choose(event.currentTarget.value === 'some')}
          >
            <option value="all">{REPORT_WORDS.allColumns(available.length)}</option>
            <option value="some">
              {isChoosing ? REPORT_WORDS.someColumns(count, picks.length) : REPORT_WORDS.chooseColumns}
            </option>
          </select>
        )}
      </Field>
      {isChoosing && (
        <>
          <p class="hint">{REPORT_WORDS.columnsHint}</p>
          <ul class="columns" aria-label={REPORT_WORDS.columnList}>
            {picks.map((pick, place) => (
              <ColumnRow
                key={pick.name}
                pick={pick}
                isFirst={place === 0}
                isLast={place === picks.length - 1}
                onChange={(changed) => change(pick.name, changed)}
                onMove={(step) => move(place, step)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ColumnRowProps {
  readonly pick: ColumnPick;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (changed: Partial<ColumnPick>) => void;
  readonly onMove: (step: 1 | -1) => void;
}

function ColumnRow({ pick, isFirst, isLast, onChange, onMove }: ColumnRowProps) {
  const { name, heading, isShown } = pick;
  return (
    <li class="column">
      <label>
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => onChange({ isShown: event.currentTarget.checked })}
        />
        <bdi>{name}</bdi>
      </label>
      {isShown && (
        <div class="column-more">
          <input
            type="text"
            aria-label={REPORT_WORDS.headingOf(name)}
            placeholder={REPORT_WORDS.heading}
            autocomplete="off"
            spellcheck={false}
            value={heading}
            // A comma ends a column.
            onInput={(event) => onChange({ heading: event.currentTarget.value.replace(/,/g, '') })}
          />
          <MoveButton name={name} step={-1} isOff={isFirst} onMove={onMove} />
          <MoveButton name={name} step={1} isOff={isLast} onMove={onMove} />
        </div>
      )}
    </li>
  );
}

interface MoveButtonProps {
  readonly name: string;
  readonly step: 1 | -1;
  readonly isOff: boolean;
  readonly onMove: (step: 1 | -1) => void;
}

function MoveButton({ name, step, isOff, onMove }: MoveButtonProps) {
  const { label, sign } = step < 0 ? REPORT_WORDS.moveUp : REPORT_WORDS.moveDown;
  return (
    <button
      type="button"
      class="move"
      aria-label={label(name)}
      aria-disabled={isOff}
      data-focus={`move ${name} ${step}`}
      onClick={() => onMove(step)}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

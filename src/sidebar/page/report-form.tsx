import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { Choice } from '../../contract/form';
import { freeName, NEW_REPORT, REPORT_FORM, type ReportForm } from '../../contract/reports';
import type { ReportView } from '../state-view';
import { columnChoices } from './column-choices';
import { Form } from './form';
import { Sentence, usePage } from './parts';
import type { Done } from './session';

/** What the form of a new report begins with. @param model The report that it begins as; null for none. */
export function newForm(model: ReportView | null, reports: readonly Pick<ReportView, 'sheet'>[]): ReportForm {
  const { revision: _, ...begun }: ReportForm = model ?? NEW_REPORT;
  const taken = reports.map(({ sheet }) => sheet.toLowerCase());
  const sheet = freeName(begun.sheet, (name) => taken.includes(name.toLowerCase()));
  return { ...begun, id: null, sheet };
}

interface ReportEditorProps {
  /** The report to change; null for a new one. */
  readonly report: ReportView | null;
  /** The report that a new one begins as; null for none. */
  readonly model: ReportView | null;
  /** All there are. */
  readonly reports: readonly ReportView[];
  readonly onSave: (form: ReportForm) => Promise<null>;
  readonly onCancel: () => void;
}

/** Asks what a report shows, which sheet it fills, and what becomes of older days. */
export function ReportEditor({ report, model, reports, onSave, onCancel }: ReportEditorProps) {
  const { ask, names } = usePage();
  const preview = async (filled: ReportForm) => {
    const outcome = await ask({
      progress: 'Preparing a preview of the newest days…',
      call: ['previewReport', filled],
    });
    return outcome?.kind === 'done' && outcome.preview && <PreviewPanel preview={outcome.preview} />;
  };
  return (
    <Form<ReportForm>
      title={report === null ? 'New report' : 'Edit report'}
      schema={REPORT_FORM}
      about={(fields) => ({
        venue: { choices: nameChoices(names?.venue) },
        area: { choices: nameChoices(names?.area) },
        role: { choices: nameChoices(names?.role) },
        columns: { choices: columnChoices(fields) },
      })}
      begin={report ?? newForm(model, reports)}
      save="Save report"
      onSave={onSave}
      onCancel={onCancel}
      actions={[{ label: () => 'Preview', run: preview }]}
    />
  );
}

/** Names to choose from, as filters write them: `?` stands for what a filter cannot hold, or reads as a sign. */
function nameChoices(names: readonly string[] = []): readonly Choice[] {
  const filters = names.map((name) => name.replace(/[;*\p{Cc}]|^<(?=>)/gu, '?').trim());
  return filters.map((filter) => ({ value: filter, label: filter }));
}

/** A blank may be one. */
const FIGURE = /^[-\u2212]?[\d.,\u00a0\u202f ]*%?$/;

/* Sentences, rows and columns differ by their places alone. */
/* biome-ignore-start lint/suspicious/noArrayIndexKey: see above. */
/** What a report would write: what stands in its way, how much there is, and its first rows. */
function PreviewPanel({ preview }: { readonly preview: NonNullable<Done['preview']> }) {
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  const { headings, rows, size, warnings } = preview;
  const isFigure = headings.map((_, column) => rows.every((row) => FIGURE.test(row[column] ?? '')));
  // As many as are readable side by side.
  const shown = headings.flatMap((_, column) => (isFigure[column] ? [column] : [])).slice(0, 4);
  /** A row in two lines, its names above its figures: beside them they would take all the room of a sidebar. */
  const lines = (Cell: 'th' | 'td', scope: 'col' | 'rowgroup', row: readonly string[]) => {
    const names = row.filter((cell, column) => cell !== '' && !isFigure[column]).join(' · ');
    return (
      <>
        {names !== '' && (
          <tr>
            <th class="names" scope={scope} colSpan={shown.length}>
              {names}
            </th>
          </tr>
        )}
        <tr>
          {shown.map((column) => (
            <Cell key={column}>{row[column]}</Cell>
          ))}
        </tr>
      </>
    );
  };
  return (
    <div class="made" ref={panel} translate={false}>
      <h4 id={title}>Preview</h4>
      {warnings.map((warning, place) => (
        <Sentence key={place} look="notice" text={warning} />
      ))}
      <p class="hint">{size}</p>
      {rows.length > 0 && (
        <table aria-labelledby={title}>
          <thead>{lines('th', 'col', headings)}</thead>
          {rows.map((row, number) => (
            <tbody key={number}>{lines('td', 'rowgroup', row)}</tbody>
          ))}
        </table>
      )}
    </div>
  );
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above. */

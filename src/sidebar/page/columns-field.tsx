import { useState } from 'preact/hooks';
import { Field } from './fields';
import { type ColumnPick, formatColumns, readColumnPicks } from './report-view';
import { useSidebar } from './use-sidebar';
import { REPORT_WORDS } from './words/reports';

interface ColumnsFieldProps {
  /** Columns in their order, as the script takes them: `SHIFT_DATE, VENUE_NAME as Venue`; blank for all. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The columns that the report has. */
  readonly available: readonly string[];
  readonly problem?: string | undefined;
}

/** All columns, or those that are ticked: in the order wanted, each with a heading of its own where one is typed. */
export function ColumnsField({ value, onChange, available, problem }: ColumnsFieldProps) {
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

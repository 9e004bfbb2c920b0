import { useId, useRef, useState } from 'preact/hooks';
import { Field } from './fields';
import { Button } from './parts';
import {
  addName,
  type ColumnPick,
  CRITERIA_SEPARATOR,
  criterionFor,
  formatColumns,
  joinCriteria,
  readColumnPicks,
  splitCriteria,
} from './report-view';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS } from './words/page';
import { REPORT_WORDS } from './words/reports';

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
export function NamesField({ label, value, onChange, names, hint, problem, meant }: NamesFieldProps) {
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

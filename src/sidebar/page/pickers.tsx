import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../contract/form';
import { type ColumnPick, criterionFor, formatColumns, readColumnPicks } from './forms';

/** What a control needs to belong to its label, its hint and its problem. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** What every control of a form gets. */
export interface ControlProps<Value> {
  readonly control: ControlAttributes;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly choices: readonly Choice[];
}

interface NamesFieldProps extends ControlProps<string> {
  /** What stands between two names. */
  readonly separator: ';' | ',';
}

/**
 * Several names as one text: those that were chosen, each with a button to remove it, and a control to type the next
 * one, which offers the names that are known. What is being typed counts, too.
 */
export function NamesField({ control, label, value, onChange, choices, separator }: NamesFieldProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [{ chosen, typed }, setState] = useState({ chosen: addName([], value.split(separator)), typed: '' });
  const show = (next: readonly string[], typing: string) => {
    setState({ chosen: next, typed: typing });
    onChange(addName(next, [typing]).join(`${separator} `));
  };
  const type = (text: string, isPicked: boolean) => {
    const parts = text.split(separator);
    const typing = isPicked ? '' : (parts.pop() as string).trimStart();
    show(addName(chosen, parts), typing);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      // With nothing typed the key sends the form.
      event.preventDefault();
      show(addName(chosen, [typed]), '');
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
  const offered = choices.map((choice) => criterionFor(choice.label));
  return (
    <>
      {chosen.length > 0 && (
        <ul class="chips" aria-label={`${label}: chosen`} translate={false}>
          {chosen.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
              <button
                type="button"
                class="round small"
                aria-label={`Remove ${name}`}
                onClick={() => remove(name)}
              >
                <span aria-hidden="true">{'\u00d7'}</span>
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
        placeholder={chosen.length === 0 ? 'All' : 'Add another'}
        value={typed}
        onInput={(event) => type(event.currentTarget.value, isPick(event))}
        onKeyDown={handleKey}
      />
      <datalist id={list}>
        {offered
          .filter((name) => !chosen.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </>
  );
}

/** Adds names to those that were chosen; blank ones, and those that are there, are left out. */
function addName(chosen: readonly string[], names: readonly string[]): readonly string[] {
  return [...new Set([...chosen, ...names.map((name) => name.trim()).filter((name) => name !== '')])];
}

/** Whether a value comes from the list, not from the keyboard. */
function isPick(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
}

/** All columns, or those that are ticked: in the order wanted, each with a heading of its own where one is typed. */
export function ColumnsField({ control, value, onChange, choices }: ControlProps<string>) {
  const available = choices.map((choice) => String(choice.value));
  const [picks, setPicks] = useState(() => readColumnPicks(value, available));
  const [isChoosing, setChoosing] = useState(value !== '');
  const [moved, setMoved] = useState<{ readonly label: string } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // A row is drawn in another place, and what has the keyboard with it; at either end only the way back is left.
  useLayoutEffect(() => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('.move') ?? [])];
    buttons.find((button) => button.getAttribute('aria-label') === moved?.label)?.focus();
  }, [moved]);
  const show = (next: readonly ColumnPick[]) => {
    setPicks(next);
    onChange(formatColumns(next));
  };
  const choose = (isSome: boolean) => {
    setChoosing(isSome);
    onChange(isSome ? formatColumns(picks) : '');
  };
  const change = (name: string, changed: Partial<ColumnPick>) =>
    show(picks.map((pick) => (pick.name === name ? { ...pick, ...changed } : pick)));
  const move = (place: number, step: 1 | -1) => {
    const next = [...picks];
    next.splice(place + step, 0, ...next.splice(place, 1));
    show(next);
    const isEnd = place + step === 0 || place + step === picks.length - 1;
    setMoved({ label: moveLabel(picks[place]?.name ?? '', isEnd ? -step : step) });
  };
  const count = picks.filter(({ isShown }) => isShown).length;
  return (
    <>
      <select
        {...control}
        value={isChoosing ? 'some' : 'all'}
        onChange={({ currentTarget }) => choose(currentTarget.value === 'some')}
      >
        <option value="all">{`All ${available.length} columns`}</option>
        <option value="some">
          {isChoosing ? `${count} of ${picks.length} columns` : 'Choose columns\u2026'}
        </option>
      </select>
      {isChoosing && (
        <ul class="columns" ref={list} aria-label="Columns to show" translate={false}>
          {picks.map((pick, place) => (
            <li class="column" key={pick.name}>
              <label>
                <input
                  type="checkbox"
                  checked={pick.isShown}
                  onChange={({ currentTarget }) => change(pick.name, { isShown: currentTarget.checked })}
                />
                <bdi>{pick.name}</bdi>
              </label>
              {pick.isShown && (
                <div class="column-more">
                  <input
                    type="text"
                    aria-label={`Heading of ${pick.name}`}
                    placeholder="Heading"
                    autocomplete="off"
                    spellcheck={false}
                    value={pick.heading}
                    // A comma ends a column.
                    onInput={({ currentTarget }) =>
                      change(pick.name, { heading: currentTarget.value.replace(/,/g, '') })
                    }
                  />
                  {([-1, 1] as const).map((step) => (
                    <button
                      key={step}
                      type="button"
                      class="round small move"
                      aria-label={moveLabel(pick.name, step)}
                      aria-disabled={place + step < 0 || place + step >= picks.length}
                      onClick={() => picks[place + step] && move(place, step)}
                    >
                      <span aria-hidden="true">{step < 0 ? '\u2191' : '\u2193'}</span>
                    </button>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function moveLabel(name: string, step: number): string {
  return `Move ${name} ${step < 0 ? 'up' : 'down'}`;
}

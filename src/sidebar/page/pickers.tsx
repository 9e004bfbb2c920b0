import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../contract/form';
import { type ColumnPick, formatColumns, readColumns } from './forms';

interface PickerProps {
  /** What the control needs to belong to its label, its hint and its problem. */
  readonly control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  };
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Several names as one text: those that were chosen, each with a button to remove it, and a control to type the next
 * one, which offers the names that are known. What is being typed counts, too.
 *
 * @param separator What stands between two names.
 */
export function NamesField(props: PickerProps & { readonly separator: ';' | ',' }) {
  const { control, label, value, onChange, choices, separator } = props;
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const wordOf = (name: string) => choices.find((choice) => choice.value === name)?.label ?? name;
  /** Adds names to those that were chosen, unless they are there. */
  const add = (chosen: readonly string[], typed: readonly string[]): readonly string[] => {
    const names = typed.map((text) => text.trim()).filter((text) => text !== '');
    const known = (text: string) => choices.find((choice) => choice.label === text)?.value ?? text;
    return [...new Set([...chosen, ...names.map((text) => String(known(text)))])];
  };
  const [{ chosen, typed }, setState] = useState({ chosen: add([], value.split(separator)), typed: '' });
  const show = (next: readonly string[], typing: string) => {
    setState({ chosen: next, typed: typing });
    onChange(add(next, [typing]).join(`${separator} `));
  };
  const type = (event: Event, text: string) => {
    const parts = text.split(separator);
    // What comes from the list, not from the keyboard, is complete.
    const isPick = !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
    const typing = isPick ? '' : (parts.pop() as string).trimStart();
    show(add(chosen, parts), typing);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && typed.trim() !== '') {
      // With nothing typed the key sends the form.
      event.preventDefault();
      show(add(chosen, [typed]), '');
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
  return (
    <>
      {chosen.length > 0 && (
        <ul class="chips" aria-label={`${label}: chosen`} translate={false}>
          {chosen.map((name) => (
            <li key={name}>
              <bdi>{wordOf(name)}</bdi>
              <button
                type="button"
                class="round small"
                aria-label={`Remove ${wordOf(name)}`}
                onClick={() => remove(name)}
              >
                <span aria-hidden="true">×</span>
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
        onInput={(event) => type(event, event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <datalist id={list}>
        {choices
          .filter((choice) => !chosen.includes(String(choice.value)))
          .map((choice) => (
            <option key={choice.value} value={choice.label} />
          ))}
      </datalist>
    </>
  );
}

/** All columns, or those that are ticked: in the order wanted, each with a heading of its own where one is typed. */
export function ColumnsField({ control, value, onChange, choices }: PickerProps) {
  const available = choices.map((choice) => String(choice.value));
  const [picks, setPicks] = useState(() => readColumns(value, available));
  const [isChoosing, setChoosing] = useState(value !== '');
  const moved = useRef<HTMLElement | null>(null);
  // A row that is drawn in another place keeps the keyboard.
  useLayoutEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const show = (next: readonly ColumnPick[]) => {
    setPicks(next);
    onChange(formatColumns(next));
  };
  const choose = (isSome: boolean) => {
    setChoosing(isSome);
    onChange(isSome ? formatColumns(picks) : '');
  };
  const change = (place: number, changed: Partial<ColumnPick>) =>
    show(picks.map((pick, at) => (at === place ? { ...pick, ...changed } : pick)));
  const moveUp = (place: number, button: HTMLElement) => {
    if (place === 0) return;
    moved.current = button;
    const next = [...picks];
    next.splice(place - 1, 0, ...next.splice(place, 1));
    show(next);
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
        <option value="some">{isChoosing ? `${count} of ${picks.length} columns` : 'Choose columns…'}</option>
      </select>
      {isChoosing && (
        <ul class="columns" aria-label="Columns to show" translate={false}>
          {picks.map(({ name, heading, isShown }, place) => {
            const word = choices.find((choice) => choice.value === name)?.label ?? name;
            return (
              <li class="column" key={name}>
                <label>
                  <input
                    type="checkbox"
                    checked={isShown}
                    onChange={({ currentTarget }) => change(place, { isShown: currentTarget.checked })}
                  />
                  <bdi>{word}</bdi>
                </label>
                {isShown && (
                  <div class="column-more">
                    <input
                      type="text"
                      aria-label={`Heading of ${word}`}
                      placeholder="Heading"
                      autocomplete="off"
                      spellcheck={false}
                      value={heading}
                      // A comma ends a column.
                      onInput={({ currentTarget }) =>
                        change(place, { heading: currentTarget.value.replace(/,/g, '') })
                      }
                    />
                    <button
                      type="button"
                      class="round small"
                      aria-label={`Move ${word} up`}
                      aria-disabled={place === 0}
                      onClick={({ currentTarget }) => moveUp(place, currentTarget)}
                    >
                      <span aria-hidden="true">↑</span>
                    </button>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

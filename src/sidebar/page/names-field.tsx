import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../contract/form';

interface NamesFieldProps {
  /** What the control needs to belong to its label, its hint and its problem. */
  readonly control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  };
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  /** What it stands for while it is blank. */
  readonly blank: string;
  /** Whether the order counts: then a comma stands between two names, else a semicolon. */
  readonly isOrdered: boolean;
  readonly onChange: (value: string) => void;
}

/** A name up to the heading of its own that a column may have: `Booked % as Filled`. */
const NAME = /^.*?(?=\s+as\s|$)/i;

/**
 * Several names as one text: those that were chosen, each with buttons to move and to remove it, and a control to type
 * the next one, which offers the names that are known. What is being typed counts, too.
 */
export function NamesField(props: NamesFieldProps) {
  const { control, label, value, onChange, choices, blank, isOrdered } = props;
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const moved = useRef<HTMLElement | null>(null);
  // A chip that is drawn in another place keeps the keyboard.
  useLayoutEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const separator = isOrdered ? ',' : ';';
  const wordsOf = (item: string) =>
    item.replace(NAME, (name) => choices.find((choice) => choice.value === name)?.label ?? name);
  const itemFor = (words: string) =>
    words.replace(NAME, (word) => {
      const known = choices.find((choice) => choice.label.toLowerCase() === word.toLowerCase());
      return String(known?.value ?? word);
    });
  /** Adds names to those that were chosen, unless they are there. A choice may stand for several. */
  const add = (chosen: readonly string[], typed: readonly string[]): readonly string[] => {
    const items = typed.flatMap((words) => itemFor(words.trim()).split(separator));
    return [...new Set([...chosen, ...items.map((item) => item.trim())])].filter((item) => item !== '');
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
  const without = (item: string) => chosen.filter((one) => one !== item);
  const remove = (item: string) => {
    show(without(item), typed);
    input.current?.focus();
  };
  const moveForward = (item: string, place: number, button: HTMLElement) => {
    if (place === 0) return;
    moved.current = button;
    const next = without(item);
    next.splice(place - 1, 0, item);
    show(next, typed);
  };
  return (
    <>
      {chosen.length > 0 && (
        <ul class="chips" aria-label={`${label}: chosen`} translate={false}>
          {chosen.map((item, place) => (
            <li key={item}>
              <bdi>{wordsOf(item)}</bdi>
              {isOrdered && (
                <button
                  type="button"
                  class="round"
                  aria-label={`Move ${wordsOf(item)} forward`}
                  aria-disabled={place === 0}
                  onClick={({ currentTarget }) => moveForward(item, place, currentTarget)}
                >
                  <span aria-hidden="true">←</span>
                </button>
              )}
              <button
                type="button"
                class="round"
                aria-label={`Remove ${wordsOf(item)}`}
                onClick={() => remove(item)}
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
        placeholder={chosen.length === 0 ? blank : 'Add another'}
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

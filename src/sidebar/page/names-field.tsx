import { useId, useRef, useState } from 'preact/hooks';
import { Button } from './button';
import { Field } from './fields';
import { addName, CRITERIA_SEPARATOR, criterionFor, joinCriteria, splitCriteria } from './report-view';
import { PAGE_WORDS } from './words/page';
import { REPORT_WORDS } from './words/reports';

interface NamesFieldProps {
  readonly label: string;
  /** Names and patterns with semicolons between them, as the script takes them: `Grand*; <>Grand Hall`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The names to offer. */
  readonly names: readonly string[];
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** What to put in place of a name that nothing is called, by one press. */
  readonly meant?: { readonly typed: string; readonly name: string } | undefined;
}

/**
 * Several names: those that were chosen, each with a button to remove it, and a control to type the next one, which
 * offers the names that are known. What is being typed counts, too.
 */
export function NamesField({ label, value, onChange, names, hint = '', problem, meant }: NamesFieldProps) {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [{ chosen, typed }, setState] = useState({ chosen: splitCriteria(value), typed: '' });
  const show = (next: readonly string[], typing: string) => {
    setState({ chosen: next, typed: typing });
    onChange(joinCriteria([...next, typing]));
  };
  const handleInput = (text: string, isPicked: boolean) => {
    const parts = text.split(CRITERIA_SEPARATOR);
    const typing = isPicked ? '' : (parts.pop() ?? '').trimStart();
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

/** Whether a criterion is about that name, whichever operator stands in front of it. */
function isSame(criterion: string, name: string): boolean {
  return criterion.replace(/^(?:<>|=)\s*/, '') === name;
}

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { FIRST_DAY, LAST_DAY } from './local-dates';
import type { Choice } from './view';

/** What a control needs to belong to its label, its hint and its problem. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

/** A labelled control with a hint and, where it needs a correction, the sentence that says so. */
export function Field({ label, hint = '', problem = '', children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': problem !== '' })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly focusName?: string;
}

/** A drop-down list. */
export function SelectField(props: SelectFieldProps) {
  return (
    <Field label={props.label} hint={props.hint ?? ''} problem={props.problem}>
      {(control) => (
        <select
          {...control}
          data-focus={props.focusName}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly focusName?: string;
  /** What a phone's keyboard is laid out for. @default 'text' */
  readonly inputMode?: 'text' | 'email' | 'decimal';
}

/** One line of text. The browser neither remembers nor corrects it. */
export function TextField(props: TextFieldProps) {
  return (
    <Field label={props.label} hint={props.hint ?? ''} problem={props.problem}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode={props.inputMode ?? 'text'}
          autocomplete="off"
          spellcheck={false}
          data-focus={props.focusName}
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly hint?: string;
}

/** A calendar day. While it is half filled in, its value is empty. */
export function DateField({ label, value, onChange, problem, hint = '' }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
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

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly inline?: boolean;
}

/** Radio buttons under one name. A choice's hint describes it without becoming part of its name. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} class={props.inline ? 'radios inline' : 'radios'}>
      <p class="label" id={id}>
        {props.label}
      </p>
      {props.choices.map(({ value, label, hint }) => (
        <div class="choice" key={value}>
          <label>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === props.chosen}
              aria-describedby={hint && `${id}-${value}`}
              onChange={() => props.onChoose(value)}
            />
            {label}
          </label>
          {hint && (
            <p class="hint" id={`${id}-${value}`}>
              {hint}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

interface CheckBoxProps {
  readonly label: string;
  readonly hint: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A choice to make or not. Its hint describes it without becoming part of its name. */
export function CheckBox({ label, hint, isChecked, onChange }: CheckBoxProps) {
  const id = useId();
  return (
    <div class="choice">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p class="hint" id={id}>
        {hint}
      </p>
    </div>
  );
}

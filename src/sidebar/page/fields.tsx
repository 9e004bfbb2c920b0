import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckedForm, Problems } from '../../contract/form';
import { summariseProblems } from './forms';
import { FIRST_DAY, LAST_DAY } from './local-dates';
import { useSidebar } from './use-sidebar';
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

/** What the controls of a form show, and how they change. */
export interface FormFields<Fields extends object> {
  readonly fields: Fields;
  readonly problems: Problems<keyof Fields & string>;
  /** Takes what was chosen, and the marks off these fields. */
  change(changed: Partial<Fields>): void;
}

interface FormState<Fields extends object, Form> extends FormFields<Fields> {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Clears the marks: what the person chose instead needs no fields. */
  forgive(): void;
  /** Checks the form and marks what needs a correction. Null then. */
  complete(): Form | null;
  submit(event: Event): void;
}

interface FormProps extends Pick<FormState<object, unknown>, 'form' | 'submit'> {
  /** With a title the form is a card, which the title names. */
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** A form whose fields `useForm` keeps. */
export function Form({ form, submit, title, children }: FormProps) {
  const id = useId();
  const card = title === undefined ? {} : { class: 'card', 'aria-labelledby': id };
  return (
    <form ref={form} {...card} onSubmit={submit} noValidate autocomplete="off">
      {title !== undefined && <h3 id={id}>{title}</h3>}
      {children}
    </form>
  );
}

/**
 * Keeps what is chosen in a form until it is sent, and moves to the first field that needs a correction.
 *
 * @param begin What the fields show at first.
 * @param check Makes the form to send.
 */
export function useForm<Fields extends object, Form>(
  begin: () => Fields,
  check: (fields: Fields) => CheckedForm<Form>,
  onSubmit: (form: Form) => void,
): FormState<Fields, Form> {
  const { complain, withdraw, noteDraft } = useSidebar();
  const form = useRef<HTMLFormElement>(null);
  const complaint = useRef('');
  const [first] = useState(begin);
  const [fields, setFields] = useState(first);
  const [problems, setProblems] = useState<Problems<string>>({});
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  // Before the next frame: an answer may come while the first letter is being drawn.
  useLayoutEffect(() => noteDraft(form, JSON.stringify(fields) !== JSON.stringify(first)));
  useLayoutEffect(() => () => noteDraft(form, false), [noteDraft]);
  useEffect(() => () => withdraw(complaint.current), [withdraw]);
  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    const others = Object.entries(problems).filter(([field]) => !(field in changed));
    setProblems(Object.fromEntries(others));
  };
  const complete = () => {
    const { form: filled, problems: found } = check(fields);
    setProblems(found);
    const summary = summariseProblems(found);
    if (summary === null) return filled;
    complaint.current = summary;
    complain(summary);
    setAttempts(attempts + 1);
    return null;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const filled = complete();
    if (filled !== null) onSubmit(filled);
  };
  return { form, fields, problems, change, forgive: () => setProblems({}), complete, submit };
}

/**
 * Keeps what the script says of the choices in a form, until they change. What comes after they have changed is dropped.
 *
 * @param none What is kept before.
 */
export function useAnswer<Answer>(none: Answer) {
  const [answer, setAnswer] = useState(none);
  const changes = useRef(0);
  return {
    answer,
    async take(coming: Promise<Answer>): Promise<void> {
      const before = changes.current;
      const came = await coming;
      if (changes.current === before) setAnswer(came);
    },
    forget(): void {
      changes.current += 1;
      setAnswer(none);
    },
  };
}

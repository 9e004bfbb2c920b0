import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckedForm, Choice, FieldSpec, FormSpec, Problems } from '../../contract/form';
import { FIRST_DAY, LAST_DAY } from './forms';
import { Button } from './parts';
import { ColumnsField, type ControlAttributes, type ControlProps, NamesField } from './pickers';

interface FormProps<Fields extends object, Sent, Seen> {
  /** With a title the form is a card that was opened: it takes the keyboard. */
  readonly title?: string | undefined;
  readonly spec: FormSpec<Fields, Seen>;
  readonly seen: Seen;
  /** What the fields show at first. */
  readonly begin: Fields;
  /** Makes what is sent. */
  readonly check: (fields: Fields) => CheckedForm<Sent>;
  /** What the button says that sends the form. */
  readonly save: string;
  readonly onSave: (filled: Sent) => void;
  readonly onCancel?: (() => void) | undefined;
  /** What else can be done with a filled form, under a label that may depend on it. */
  readonly actions?: readonly {
    readonly label: (fields: Fields) => string;
    readonly run: (filled: Sent) => void;
  }[];
  /** Called when something is chosen otherwise. */
  readonly onChange?: () => void;
  /** What stands between the fields and the buttons. */
  readonly children?: ComponentChildren;
  /** What stands below them. */
  readonly below?: ComponentChildren;
}

/** A form drawn from its specification. It moves to the first field that needs a correction. */
export function Form<Fields extends object, Sent, Seen>(props: FormProps<Fields, Sent, Seen>) {
  const { title, spec, seen, check, onSave, onCancel, actions = [] } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(props.begin);
  const [problems, setProblems] = useState<Problems<string>>({});
  const [attempts, setAttempts] = useState(0);
  const [isTyped, setTyped] = useState(false);
  useLayoutEffect(() => {
    if (title !== undefined)
      form.current?.querySelector<HTMLElement>('input:not([type="radio"]), select')?.focus();
  }, [title]);
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const names = (Object.keys(spec) as (keyof Fields & string)[]).filter(
    (name) => spec[name]?.isShown?.(fields, seen) !== false,
  );
  const change = (name: keyof Fields & string, value: unknown) => {
    setFields({ ...fields, ...spec[name]?.follow, [name]: value });
    const { [name]: _mended, ...left } = problems as Record<string, string>;
    setProblems(left);
    setTyped(true);
    props.onChange?.();
  };
  const complete = (use: (filled: Sent) => void) => {
    const { form: filled, problems: found } = check({ ...fields, ...readSecrets(form.current) });
    setProblems(found);
    if (filled === null) setAttempts(attempts + 1);
    else use(filled);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    complete(onSave);
  };
  const card = title === undefined ? {} : { class: 'card', 'aria-labelledby': id };
  return (
    <form
      ref={form}
      {...card}
      data-typed={isTyped || undefined}
      onSubmit={submit}
      noValidate
      autocomplete="off"
    >
      {title !== undefined && <h3 id={id}>{title}</h3>}
      {names.map((name) => (
        <SpecifiedField
          key={name}
          name={name}
          spec={spec[name] as FieldSpec<Fields, Seen>}
          {...{ fields, seen }}
          problem={problems[name]}
          onChange={(value) => change(name, value)}
        />
      ))}
      {props.children}
      <div class="buttons">
        <Button look="primary">{props.save}</Button>
        {actions.map(({ label, run }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label changes while someone types.
          <Button key={place} onClick={() => complete(run)}>
            {label(fields)}
          </Button>
        ))}
        {onCancel !== undefined && (
          <Button look="text" whileBusy onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {props.below}
    </form>
  );
}

/** What is typed into secret controls: it stays there, and goes with them. */
function readSecrets(form: HTMLFormElement | null): Readonly<Record<string, string>> {
  const secrets = [...(form?.querySelectorAll<HTMLInputElement>('input[data-secret]') ?? [])];
  return Object.fromEntries(secrets.map((input) => [input.dataset.secret, input.value]));
}

interface SpecifiedFieldProps<Fields, Seen> {
  readonly name: keyof Fields & string;
  readonly spec: FieldSpec<Fields, Seen>;
  readonly fields: Fields;
  readonly seen: Seen;
  readonly problem: string | undefined;
  readonly onChange: (value: unknown) => void;
}

function SpecifiedField<Fields, Seen>(props: SpecifiedFieldProps<Fields, Seen>) {
  const { name, spec, fields, seen, problem, onChange } = props;
  const { control: kind, label } = spec;
  const hint = typeof spec.hint === 'function' ? spec.hint(fields, seen) : (spec.hint ?? '');
  const choices = spec.choices?.(fields, seen) ?? [];
  const value = fields[name] as unknown;
  if (kind === 'radios') return <RadioGroup {...{ label, choices, onChange }} chosen={value} />;
  if (kind === 'check') return <CheckBox {...{ label, hint, onChange }} isChecked={value === true} />;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => {
        const text = { control, label, choices, value: String(value), onChange };
        switch (kind) {
          case 'list':
            return <List {...text} />;
          case 'names':
            return <NamesField {...text} separator={spec.separator ?? ';'} />;
          case 'columns':
            return <ColumnsField key={choices.map((choice) => choice.value).join()} {...text} />;
          case 'secret':
            return (
              <input
                {...control}
                type="password"
                autocomplete="new-password"
                data-secret={name}
                onInput={() => onChange('')}
              />
            );
          case 'date':
            return (
              <input
                {...control}
                type="date"
                min={FIRST_DAY}
                max={LAST_DAY}
                value={text.value}
                onInput={({ currentTarget }) => onChange(currentTarget.value)}
              />
            );
          default:
            return (
              // The browser neither remembers nor corrects it.
              <input
                {...control}
                type="text"
                inputMode={kind}
                autocomplete="off"
                spellcheck={false}
                value={text.value}
                onInput={({ currentTarget }) => onChange(currentTarget.value)}
              />
            );
        }
      }}
    </Field>
  );
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
        <p class="hint" id={`${id}-hint`} translate={false}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-problem`} translate={false}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** A drop-down list. */
export function List({ control, choices, value, onChange }: Omit<ControlProps<unknown>, 'label'>) {
  return (
    <select
      {...control}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(choices[currentTarget.selectedIndex]?.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

interface RadioGroupProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: unknown;
  readonly onChange: (value: Choice['value']) => void;
}

/** Radio buttons under one name; those without a hint stand in one line. */
function RadioGroup({ label, choices, chosen, onChange }: RadioGroupProps) {
  const id = useId();
  const isInline = choices.every(({ hint }) => hint === undefined);
  return (
    <div role="radiogroup" aria-labelledby={id} class={isInline ? 'radios inline' : 'radios'}>
      <p class="label" id={id}>
        {label}
      </p>
      {choices.map((choice) => (
        <div class="choice" key={choice.value}>
          <label>
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === chosen}
              aria-describedby={choice.hint && `${id}-${choice.value}`}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
          {choice.hint && (
            <p class="hint" id={`${id}-${choice.value}`}>
              {choice.hint}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

interface CheckBoxProps {
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A choice to make or not. Its hint describes it without becoming part of its name. */
export function CheckBox({ label, hint = '', isChecked, onChange }: CheckBoxProps) {
  const id = useId();
  return (
    <div class="choice">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={hint ? id : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <bdi>{label}</bdi>
      </label>
      {hint && (
        <p class="hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * Keeps what the script says of the choices in a form, until they change. What comes after they have changed is dropped.
 */
export function usePreview<Preview>() {
  const [preview, setPreview] = useState<Preview | null>(null);
  const changes = useRef(0);
  return {
    preview,
    async take(coming: Promise<Preview | null>): Promise<void> {
      const before = changes.current;
      const came = await coming;
      if (changes.current === before) setPreview(came);
    },
    forget(): void {
      changes.current += 1;
      setPreview(null);
    },
  };
}

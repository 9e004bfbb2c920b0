import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type CheckedForm,
  type Choice,
  FIRST_DAY,
  type FieldSpec,
  type FormSpec,
  LAST_DAY,
  type Problems,
} from '../../contract/form';
import { Button } from './parts';
import { ColumnsField, NamesField } from './pickers';

interface FormProps<Fields extends object, Sent, Seen> {
  /** With a title the form is a card that was opened: it takes the keyboard. */
  readonly title?: string | undefined;
  readonly spec: FormSpec<Fields, Seen>;
  readonly seen: Seen;
  /** What the fields show at first. */
  readonly begin: Fields;
  /** Makes what is sent. @default what is chosen, as it is */
  readonly check?: (fields: Fields) => CheckedForm<Sent>;
  /** What the button says that sends the form, and what that does; without them the choices count at once. */
  readonly save?: string;
  readonly onSave?: (filled: Sent) => void;
  readonly onCancel?: (() => void) | undefined;
  /** What else can be done with a filled form, under a label that may depend on it. */
  readonly actions?: readonly {
    readonly label: (fields: Fields) => string;
    readonly run: (filled: Sent) => void;
  }[];
  /** Called when something is chosen otherwise. */
  readonly onChange?: (fields: Fields) => void;
  /** What stands below the buttons. */
  readonly children?: ComponentChildren;
}

/** A form drawn from its specification. It moves to the first field that needs a correction. */
export function Form<Fields extends object, Sent = Fields, Seen = unknown>(
  props: FormProps<Fields, Sent, Seen>,
) {
  const { title, spec, seen, check, save, onSave, onCancel, actions = [] } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(props.begin);
  const [problems, setProblems] = useState<Problems>({});
  const [attempts, setAttempts] = useState(0);
  const [isTyped, setTyped] = useState(false);
  useLayoutEffect(() => {
    if (title !== undefined) focusIn(form.current, 'input:not([type="radio"]), select');
  }, [title]);
  useLayoutEffect(() => {
    if (attempts > 0) focusIn(form.current, '[aria-invalid="true"]');
  }, [attempts]);
  const change = (name: keyof Fields & string, value: unknown) => {
    const changed = { ...fields, ...spec[name]?.follow, [name]: value };
    const { [name]: _mended, ...left } = problems;
    setFields(changed);
    setProblems(left);
    setTyped(save !== undefined);
    props.onChange?.(changed);
  };
  const complete = (use: ((filled: Sent) => void) | undefined) => {
    const typed = { ...fields, ...readSecrets(form.current) };
    const checked = check?.(typed) ?? { form: typed as unknown as Sent, problems: {} };
    setProblems(checked.problems);
    if (checked.form === null) setAttempts(attempts + 1);
    else use?.(checked.form);
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
      {(Object.keys(spec) as (keyof Fields & string)[])
        .filter((name) => spec[name]?.isShown?.(fields, seen) !== false)
        .map((name) => (
          <Field
            key={name}
            name={name}
            spec={spec[name] as FieldSpec<Fields, Seen>}
            {...{ fields, seen }}
            problem={problems[name] ?? ''}
            onChange={(value) => change(name, value)}
          />
        ))}
      {save !== undefined && (
        <div class="buttons">
          <Button look="primary">{save}</Button>
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
      )}
      {props.children}
    </form>
  );
}

function focusIn(form: HTMLFormElement | null, selector: string): void {
  form?.querySelector<HTMLElement>(selector)?.focus();
}

/** What is typed into secret controls: it stays there, and goes with them. */
function readSecrets(form: HTMLFormElement | null): Readonly<Record<string, string>> {
  const secrets = [...(form?.querySelectorAll<HTMLInputElement>('input[data-secret]') ?? [])];
  return Object.fromEntries(secrets.map((input) => [input.dataset.secret, input.value]));
}

interface FieldProps<Fields, Seen> {
  readonly name: keyof Fields & string;
  readonly spec: FieldSpec<Fields, Seen>;
  readonly fields: Fields;
  readonly seen: Seen;
  readonly problem: string;
  readonly onChange: (value: unknown) => void;
}

/** A labelled control with a hint and, where it needs a correction, the sentence that says so. */
function Field<Fields, Seen>({ name, spec, fields, seen, problem, onChange }: FieldProps<Fields, Seen>) {
  const id = useId();
  const { control: kind, label } = spec;
  const hint = typeof spec.hint === 'function' ? spec.hint(fields, seen) : (spec.hint ?? '');
  const choices = spec.choices?.(fields, seen) ?? [];
  const chosen = fields[name] as unknown;
  if (kind === 'check') {
    const choice = { value: name, label, hint };
    return (
      <Choices
        choices={[choice]}
        type="checkbox"
        chosen={[chosen && name]}
        onChange={(_, is) => onChange(is)}
      />
    );
  }
  if (kind === 'radios') {
    return <Choices {...{ label, choices }} type="radio" chosen={[chosen]} onChange={onChange} />;
  }
  if (kind === 'checks') {
    const ids = chosen as readonly unknown[];
    const change = (value: unknown, is: boolean) =>
      onChange([...ids.filter((one) => one !== value), ...(is ? [value] : [])]);
    return <Choices {...{ label, hint, choices }} type="checkbox" chosen={ids} onChange={change} />;
  }
  const describedBy =
    [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined;
  const control = { id, 'aria-describedby': describedBy, 'aria-invalid': problem !== '' };
  const text = { control, label, choices, value: String(chosen), onChange };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'list' ? (
        <select
          {...control}
          value={text.value}
          onChange={({ currentTarget }) => onChange(choices[currentTarget.selectedIndex]?.value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : kind === 'names' ? (
        <NamesField {...text} separator={spec.separator ?? ';'} />
      ) : kind === 'columns' ? (
        <ColumnsField key={choices.map((choice) => choice.value).join()} {...text} />
      ) : kind === 'secret' ? (
        <input
          {...control}
          type="password"
          autocomplete="new-password"
          data-secret={name}
          onInput={() => onChange('')}
        />
      ) : (
        // The browser neither remembers nor corrects it.
        <input
          {...control}
          {...(kind === 'date'
            ? { type: 'date', min: FIRST_DAY, max: LAST_DAY }
            : { type: 'text', inputMode: kind, autocomplete: 'off', spellcheck: false })}
          value={text.value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
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

interface ChoicesProps {
  /** Left out where there is one choice, to make or not. */
  readonly label?: string;
  readonly hint?: string;
  readonly type: 'radio' | 'checkbox';
  readonly choices: readonly Choice[];
  readonly chosen: readonly unknown[];
  readonly onChange: (value: Choice['value'], isChosen: boolean) => void;
}

/** Radio buttons or check boxes; those without hints stand in one line. A hint describes a choice without being its name. */
function Choices({ label, hint, type, choices, chosen, onChange }: ChoicesProps) {
  const id = useId();
  const isInline = type === 'radio' && choices.every((choice) => !choice.hint);
  return (
    <fieldset class={isInline ? 'radios inline' : 'radios'}>
      {label && <legend class="label">{label}</legend>}
      {choices.map((choice) => (
        <div class="choice" key={choice.value}>
          <label>
            <input
              type={type}
              name={id}
              value={choice.value}
              checked={chosen.includes(choice.value)}
              aria-describedby={choice.hint ? `${id}-${choice.value}` : undefined}
              onChange={({ currentTarget }) => onChange(choice.value, currentTarget.checked)}
            />
            <bdi>{choice.label}</bdi>
          </label>
          {choice.hint && (
            <p class="hint" id={`${id}-${choice.value}`}>
              {choice.hint}
            </p>
          )}
        </div>
      ))}
      {hint && <p class="hint">{hint}</p>}
    </fieldset>
  );
}

/** Keeps what the script says of the choices in a form, until they change. What comes after they have changed is dropped. */
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

import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  type Choice,
  checkForm,
  FIRST_DAY,
  type FieldSpec,
  type FormSchema,
  LAST_DAY,
} from '../../contract/form';
import type { SidebarOutcome } from '../answer';
import { NamesField } from './names-field';
import { Button } from './parts';

interface FormProps<Fields extends object> {
  /** With a title the form is a card that was opened: it takes the keyboard. */
  readonly title?: string | undefined;
  /** The declaration of its fields; members that it lacks are not sent. */
  readonly schema: FormSchema;
  /** The same, where saving asks for more than the other actions. */
  readonly saves?: FormSchema;
  /** What the declaration doesn't know of its fields, such as choices that depend on what is saved or filled in. */
  readonly about?: (fields: Fields) => { readonly [Name in keyof Fields]?: Partial<FieldSpec> | undefined };
  /** What the fields show until something is chosen otherwise, and again once that is saved. */
  readonly begin: Fields;
  /** What the button says that sends the form, and what that does; without them the choices count at once. */
  readonly save?: string;
  readonly onSave?: (filled: Fields) => Promise<SidebarOutcome | null> | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** What else can be done with a filled form; what it makes stands below the form until a choice changes. */
  readonly actions?: readonly {
    readonly label: (fields: Fields) => string;
    readonly run: (filled: Fields) => Promise<ComponentChildren>;
  }[];
  /** Called when something is chosen otherwise. */
  readonly onChange?: (fields: Fields) => void;
}

/** Saved reports to choose from, by their sheets. */
export function reportChoices(
  reports: readonly { readonly id: string; readonly sheet: string }[],
): readonly Choice[] {
  return reports.map(({ id, sheet }) => ({ value: id, label: sheet }));
}

/** A form drawn from its declaration. It moves to the first field that needs a correction. */
export function Form<Fields extends object>(props: FormProps<Fields>) {
  const { title, schema, save, onSave, onCancel, actions = [] } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Fields | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [attempts, setAttempts] = useState(0);
  const [below, setBelow] = useState<ComponentChildren>(null);
  const changes = useRef(0);
  const fields = typed ?? props.begin;
  useLayoutEffect(() => {
    if (title !== undefined) focusIn(form.current, 'input:not([type="radio"]), select');
  }, [title]);
  useLayoutEffect(() => {
    if (attempts > 0) focusIn(form.current, '[aria-invalid="true"]');
  }, [attempts]);
  const chosen = fields as Readonly<Record<string, unknown>>;
  const about: Readonly<Record<string, Partial<FieldSpec> | undefined>> = props.about?.(fields) ?? {};
  const drawn = Object.entries(schema.entries).flatMap(([name, { wrapped, spec = wrapped?.spec }]) =>
    spec === undefined ? [] : [{ name, spec: { ...spec, ...about[name] } }],
  );
  const shown = drawn.filter(
    ({ spec: { shownWith } }) => shownWith === undefined || shownWith.slice(1).includes(chosen[shownWith[0]]),
  );
  const change = ({ name, spec }: (typeof drawn)[number], value: unknown) => {
    const changed = { ...fields, ...spec.follow, [name]: value } as Fields;
    const { [name]: _mended, ...left } = problems;
    changes.current += 1;
    setTyped(changed);
    setProblems(left);
    setBelow(null);
    props.onChange?.(changed);
  };
  const complete = async (use: (filled: Fields) => Promise<unknown>, checked = schema) => {
    // What is not shown neither counts nor needs a correction, whatever someone typed before.
    const unused = drawn.filter((one) => !shown.includes(one)).map(({ name }) => name);
    const whole = Object.entries({ ...fields, ...readSecrets(form.current) });
    const own = Object.fromEntries(
      whole.filter(([name]) => name in schema.entries && !unused.includes(name)),
    ) as Fields;
    const wrong = checkForm(checked, own).problems;
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) setAttempts(attempts + 1);
    else await use(own);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void complete(async (filled) => {
      const outcome = await onSave?.(filled);
      if (outcome?.kind === 'done') setTyped(null);
    }, props.saves);
  };
  const run = (action: (filled: Fields) => Promise<ComponentChildren>) =>
    complete(async (filled) => {
      const before = changes.current;
      const made = await action(filled);
      if (changes.current === before) setBelow(made);
    });
  // A list begins anew with the choice that it follows.
  const led = shown.map(({ name, spec }) => spec.follow && chosen[name]).join('');
  const draw = (one: (typeof drawn)[number]) => (
    <Field
      key={one.spec.control === 'ordered' ? `${one.name} ${led}` : one.name}
      {...one}
      chosen={chosen[one.name]}
      problem={problems[one.name] ?? ''}
      onChange={(value) => change(one, value)}
    />
  );
  const more = shown.filter(({ spec }) => spec.usual !== undefined);
  const unusual = more.filter(({ name, spec }) => chosen[name] !== spec.usual);
  // As it begins: from then on it is open or closed as someone left it.
  const [opensMore] = useState(unusual.length > 0);
  const card = title === undefined ? {} : { class: 'card', 'aria-labelledby': id };
  return (
    <form
      ref={form}
      {...card}
      data-typed={(save !== undefined && typed !== null) || undefined}
      onSubmit={submit}
      noValidate
      autocomplete="off"
    >
      {title !== undefined && <h3 id={id}>{title}</h3>}
      {shown.filter((one) => !more.includes(one)).map(draw)}
      {more.length > 0 && (
        <details class="more" open={opensMore}>
          <summary>
            More options
            {unusual.length > 0 && (
              <span class="hint" translate={false}>
                {` · ${unusual.map(({ spec }) => spec.label).join(', ')}`}
              </span>
            )}
          </summary>
          {more.map(draw)}
        </details>
      )}
      {save !== undefined && (
        <div class="buttons">
          <Button look="primary">{save}</Button>
          {actions.map(({ label, run: action }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a label changes while someone types.
            <Button key={place} onClick={() => void run(action)}>
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
      {below}
    </form>
  );
}

function focusIn(form: HTMLFormElement | null, selector: string): void {
  const found = form?.querySelector<HTMLElement>(selector);
  const fold = found?.closest('details');
  if (fold) fold.open = true;
  found?.focus();
}

/** What is typed into secret controls: it stays there, and goes with them. */
function readSecrets(form: HTMLFormElement | null): Readonly<Record<string, string>> {
  const secrets = [...(form?.querySelectorAll<HTMLInputElement>('input[data-secret]') ?? [])];
  return Object.fromEntries(secrets.map((input) => [input.dataset.secret, input.value]));
}

interface FieldProps {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly chosen: unknown;
  readonly problem: string;
  readonly onChange: (value: unknown) => void;
}

/** A labelled control with a hint and, where it needs a correction, the sentence that says so. */
function Field({ name, spec, chosen, problem, onChange }: FieldProps) {
  const id = useId();
  const { control: kind, label, choices = [] } = spec;
  const hint = spec.hint ?? choices.find(({ value }) => value === chosen)?.hint ?? '';
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
      <label class="label" for={id}>
        {label}
      </label>
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
      ) : kind === 'names' || kind === 'ordered' ? (
        <NamesField {...text} blank={spec.blank ?? 'All'} isOrdered={kind === 'ordered'} />
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
          readOnly={spec.isFixed}
          list={choices.length > 0 ? `${id}-list` : undefined}
          value={text.value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {kind === 'text' && choices.length > 0 && (
        <datalist id={`${id}-list`}>
          {choices.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`} translate={false}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="hint bad" id={`${id}-problem`} translate={false}>
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

/** Radio buttons or check boxes. A hint describes a choice without being its name. */
function Choices({ label, hint, type, choices, chosen, onChange }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset class="field">
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

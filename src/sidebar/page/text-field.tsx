import { Field } from './field';

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

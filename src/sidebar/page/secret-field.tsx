import type { RefObject } from 'preact';
import { Field } from './field';
import { SENTENCES } from './words';

interface SecretFieldProps {
  /** Where the form reads the secret from, and empties it. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onInput: () => void;
  readonly problem: string | undefined;
}

/** The client secret. What is typed lives in the input alone, never in the page's state. */
export function SecretField({ input, onInput, problem }: SecretFieldProps) {
  return (
    <Field label="Client secret" hint={SENTENCES.secretHint} problem={problem}>
      {(control) => (
        <input {...control} ref={input} type="password" autocomplete="new-password" onInput={onInput} />
      )}
    </Field>
  );
}

import type { RefObject } from 'preact';
import { Field } from './field';
import { CONNECTION_WORDS } from './words/connection';

interface SecretFieldProps {
  /** Where the form reads the secret from. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onInput: () => void;
  readonly problem: string | undefined;
}

/** The client secret. What is typed is held by the input only, never by the page's state, and goes with it. */
export function SecretField({ input, onInput, problem }: SecretFieldProps) {
  return (
    <Field label={CONNECTION_WORDS.clientSecret} hint={CONNECTION_WORDS.secretHint} problem={problem}>
      {(control) => (
        <input {...control} ref={input} type="password" autocomplete="new-password" onInput={onInput} />
      )}
    </Field>
  );
}

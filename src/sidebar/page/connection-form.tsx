import { useRef, useState } from 'preact/hooks';
import type { ConnectionForm as ConnectionFields, SidebarState } from '../contract';
import { Button } from './button';
import { checkConnectionForm, tidyConnectionForm } from './form-checks';
import { RadioGroup } from './radio-group';
import { SecretField } from './secret-field';
import { TextField } from './text-field';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { audienceChoices, regionChoices, suggestRegion } from './view';
import { SENTENCES } from './words';

interface ConnectionFormProps {
  readonly state: SidebarState;
  readonly onConnect: (form: ConnectionFields) => Promise<void>;
  /** Left out when there is nothing to go back to. */
  readonly onCancel: (() => void) | undefined;
}

/** Asks for credentials. */
export function ConnectionForm({ state, onConnect, onCancel }: ConnectionFormProps) {
  const { form, secret, shown, change, problems, forget, submit } = useConnectionForm(state, onConnect);
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <p class="intro">{onCancel === undefined ? SENTENCES.connectIntro : SENTENCES.changeIntro}</p>
      <RadioGroup
        label="Region"
        inline
        choices={regionChoices()}
        chosen={shown.region}
        onChoose={(region) => change({ region })}
      />
      <TextField
        label="Client ID"
        value={shown.clientId}
        problem={problems.clientId}
        focusName="client-id"
        onChange={(clientId) => change({ clientId })}
      />
      <SecretField input={secret} problem={problems.clientSecret} onInput={() => forget('clientSecret')} />
      <TextField
        label="Employer"
        hint={SENTENCES.employerHint}
        value={shown.employer}
        problem={problems.employer}
        onChange={(employer) => change({ employer })}
      />
      <RadioGroup
        label="Who can use this connection"
        choices={audienceChoices(state.installation)}
        chosen={shown.audience}
        onChoose={(audience) => change({ audience })}
      />
      <div class="buttons">
        <Button look="primary">Connect</Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

type Shown = Omit<ConnectionFields, 'clientSecret'>;

function useConnectionForm(state: SidebarState, onConnect: ConnectionFormProps['onConnect']) {
  const { busy } = useSidebar();
  const [shown, setShown] = useState<Shown>(() => firstValues(state));
  const secret = useRef<HTMLInputElement>(null);
  const { form, problems, accept, forget } = useFormProblems<keyof ConnectionFields>();
  const change = (changed: Partial<Shown>) => {
    forget(...(Object.keys(changed) as (keyof Shown)[]));
    setShown({ ...shown, ...changed });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyConnectionForm({ ...shown, clientSecret: secret.current?.value ?? '' });
    if (!accept(checkConnectionForm(filled))) return;
    void onConnect(filled);
    // The call has left the page; nothing here needs the secret any more, whatever the answer.
    if (secret.current !== null) secret.current.value = '';
  };
  return { form, secret, shown, change, problems, forget, submit };
}

function firstValues({ connection, timeZone }: SidebarState): Shown {
  return {
    region: connection?.region ?? suggestRegion(timeZone),
    clientId: '',
    employer: connection?.employer ?? 'me',
    audience: connection?.audience ?? 'everyone',
  };
}

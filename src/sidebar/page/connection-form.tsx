import { useRef, useState } from 'preact/hooks';
import type { ConnectionForm as ConnectionFields, SidebarState } from '../contract';
import { Button } from './button';
import { checkConnectionForm, tidyConnectionForm } from './form-checks';
import { RadioGroup } from './radio-group';
import { SampleOffer } from './sample-offer';
import { SecretField } from './secret-field';
import { TextField } from './text-field';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { audienceChoices, regionChoices, suggestRegion } from './view';
import { CONNECTION_WORDS } from './words/connection';
import { PAGE_WORDS } from './words/page';

interface ConnectionFormProps {
  readonly state: SidebarState;
  readonly onConnect: (form: ConnectionFields) => Promise<void>;
  /** Left out when there is nothing to go back to: then the sample is offered as well. */
  readonly onCancel: (() => void) | undefined;
}

/** Asks for credentials; of a spreadsheet that has no connection, also whether sample data will do. */
export function ConnectionForm({ state, onConnect, onCancel }: ConnectionFormProps) {
  const { form, secret, shown, change, problems, forget, submit } = useConnectionForm(state, onConnect);
  const isFirst = onCancel === undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <p class="intro">{introduce(state)}</p>
      <RadioGroup
        label={CONNECTION_WORDS.region}
        inline
        choices={regionChoices()}
        chosen={shown.region}
        onChoose={(region) => change({ region })}
      />
      {isFirst && (
        <>
          <SampleOffer state={state} region={shown.region} />
          <h3>{CONNECTION_WORDS.connectTitle}</h3>
          <p class="intro">{CONNECTION_WORDS.connectIntro}</p>
        </>
      )}
      <TextField
        label={CONNECTION_WORDS.clientId}
        value={shown.clientId}
        problem={problems.clientId}
        focusName="client-id"
        onChange={(clientId) => change({ clientId })}
      />
      <SecretField input={secret} problem={problems.clientSecret} onInput={() => forget('clientSecret')} />
      <TextField
        label={CONNECTION_WORDS.employer}
        hint={CONNECTION_WORDS.employerHint}
        value={shown.employer}
        problem={problems.employer}
        onChange={(employer) => change({ employer })}
      />
      <RadioGroup
        label={CONNECTION_WORDS.audience}
        choices={audienceChoices(state.installation)}
        chosen={shown.audience}
        onChoose={(audience) => change({ audience })}
      />
      <div class="buttons">
        <Button look="primary">{CONNECTION_WORDS.connect}</Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{PAGE_WORDS.cancel}</Button>}
      </div>
    </form>
  );
}

function introduce({ connection }: SidebarState): string {
  if (connection === null) return CONNECTION_WORDS.welcome;
  return connection.isSample ? CONNECTION_WORDS.fromSampleIntro : CONNECTION_WORDS.changeIntro;
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
    // What was typed stays until it is accepted; then the form leaves the page, and the secret with it.
    void onConnect(filled);
  };
  return { form, secret, shown, change, problems, forget, submit };
}

function firstValues({ connection, timeZone }: SidebarState): Shown {
  const kept = connection?.isSample ? null : connection;
  return {
    region: connection?.region ?? suggestRegion(timeZone),
    clientId: '',
    employer: kept?.employer ?? 'me',
    audience: kept?.audience ?? 'everyone',
  };
}

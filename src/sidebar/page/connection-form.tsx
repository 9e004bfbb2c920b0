import { useRef, useState } from 'preact/hooks';
import type { ConnectionForm as ConnectionFields, SidebarState } from '../contract';
import { Button } from './button';
import { Field } from './field';
import { checkConnectionForm, tidyConnectionForm } from './form-checks';
import { RadioGroup } from './radio-group';
import { useFormProblems } from './use-form-problems';
import { useSidebar } from './use-sidebar';
import { explainAudience, suggestRegion } from './view';
import { AUDIENCE_LABELS, REGIONS, SENTENCES } from './words';

interface ConnectionFormProps {
  readonly state: SidebarState;
  readonly onConnect: (form: ConnectionFields) => Promise<void>;
  /** Left out when there is nothing to go back to. */
  readonly onCancel: (() => void) | undefined;
}

type Shown = Omit<ConnectionFields, 'clientSecret'>;

const AUDIENCES = ['everyone', 'me'] as const;

/**
 * Asks for credentials.
 *
 * The secret lives in its input alone, never in the page's state, and leaves it as soon as it was sent.
 */
export function ConnectionForm({ state, onConnect, onCancel }: ConnectionFormProps) {
  const { busy } = useSidebar();
  const [shown, setShown] = useState<Shown>(() => firstValues(state));
  const secret = useRef<HTMLInputElement>(null);
  const { form, problems, accept, forget } = useFormProblems<keyof ConnectionFields>();
  const change = (field: 'clientId' | 'employer', value: string) => {
    forget(field);
    setShown({ ...shown, [field]: value });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const filled = tidyConnectionForm({ ...shown, clientSecret: secret.current?.value ?? '' });
    if (!accept(checkConnectionForm(filled))) return;
    void onConnect(filled);
    if (secret.current !== null) secret.current.value = '';
  };
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <p class="intro">{onCancel === undefined ? SENTENCES.connectIntro : SENTENCES.changeIntro}</p>
      <RadioGroup
        label="Region"
        inline
        choices={REGIONS.map((region) => ({ value: region, label: region }))}
        chosen={shown.region}
        onChoose={(region) => setShown({ ...shown, region })}
      />
      <Field label="Client ID" problem={problems.clientId}>
        {(control) => (
          <input
            {...control}
            type="text"
            data-focus="client-id"
            autocomplete="off"
            spellcheck={false}
            value={shown.clientId}
            onInput={(event) => change('clientId', event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Client secret" hint={SENTENCES.secretHint} problem={problems.clientSecret}>
        {(control) => (
          <input
            {...control}
            ref={secret}
            type="password"
            autocomplete="new-password"
            onInput={() => forget('clientSecret')}
          />
        )}
      </Field>
      <Field label="Employer" hint={SENTENCES.employerHint} problem={problems.employer}>
        {(control) => (
          <input
            {...control}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={shown.employer}
            onInput={(event) => change('employer', event.currentTarget.value)}
          />
        )}
      </Field>
      <RadioGroup
        label="Who can use this connection"
        choices={AUDIENCES.map((audience) => ({
          value: audience,
          label: AUDIENCE_LABELS[audience],
          hint: explainAudience(audience, state.installation),
        }))}
        chosen={shown.audience}
        onChoose={(audience) => setShown({ ...shown, audience })}
      />
      <div class="buttons">
        <Button look="primary">Connect</Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

function firstValues({ connection, timeZone }: SidebarState): Shown {
  return {
    region: connection?.region ?? suggestRegion(timeZone),
    clientId: '',
    employer: connection?.employer ?? 'me',
    audience: connection?.audience ?? 'everyone',
  };
}

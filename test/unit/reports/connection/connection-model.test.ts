import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ServiceAddresses } from '../../../../src/employer-api/connection';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { checkConnection, connect, disconnect } from '../../../../src/reports/connection/connecting';
import { findConnection } from '../../../../src/reports/saved/document-state';
import { Fetching, failureOf } from '../../../support/fetching';
import { MemoryProperties } from '../../../support/memory-properties';
import { ADDRESSES, reportBody } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

/*
 * Regions, saves, new builds and disconnecting in any order: a secret, and a token that was got with it, goes only where
 * the secret was typed for. MODEL_SEQUENCES=10000 runs more.
 */

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 200);

const BUILDS: readonly ServiceAddresses[] = [
  ADDRESSES,
  { ...ADDRESSES, auth: 'https://auth.moved.example' },
  { ...ADDRESSES, regions: { US: ADDRESSES.regions.US, UK: 'https://uk.moved.example' } },
];

const step = fc.oneof(
  fc.record({
    kind: fc.constant('connect' as const),
    region: fc.constantFrom('US' as const, 'UK' as const),
    audience: fc.constantFrom('everyone' as const, 'me' as const),
    isAccepted: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('ask' as const) }),
  fc.record({ kind: fc.constant('check' as const) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(61, 901, 3600) }),
  fc.record({ kind: fc.constant('build' as const), index: fc.nat(BUILDS.length - 1) }),
  fc.record({
    kind: fc.constant('tamper' as const),
    changes: fc.constantFrom<Record<string, string>>(
      { region: 'US' },
      { region: 'UK' },
      { regionOrigin: 'https://evil.example' },
      { authOrigin: 'https://evil.example' },
    ),
  }),
  fc.record({ kind: fc.constant('disconnect' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const originOf = ({ url }: HttpRequest) => new URL(url).origin;

class Model {
  private readonly document = new MemoryProperties();
  private readonly user = new MemoryProperties();
  private readonly fetching = new Fetching([(request) => this.report(request)]);
  private addresses = ADDRESSES;
  /** What each secret was typed for. */
  private readonly typed = new Map<string, { readonly auth: string; readonly region: string }>();
  private acceptsSecrets = true;
  private removedTriggers = 0;
  private day = 46_023;
  readonly strays: string[] = [];
  requests = 0;
  /** Tokens of records whose region was changed by hand: what is kept for the former region has another key. */
  orphans = 0;
  private hasOrphans = false;

  constructor() {
    this.fetching.transport.tokenAnswer = () => this.token();
  }

  act(step: Step): void {
    if (step.kind === 'connect') this.connect(step);
    if (step.kind === 'ask') attempt(() => this.ask());
    if (step.kind === 'check') checkConnection(this.services());
    if (step.kind === 'wait') this.fetching.clock.advance(step.seconds);
    if (step.kind === 'build') this.addresses = BUILDS[step.index] ?? ADDRESSES;
    if (step.kind === 'tamper') this.tamper(step.changes);
    if (step.kind === 'disconnect') this.disconnect();
  }

  /** Disconnects and looks what is left: secrets and tokens in any store, and what the next formula does. */
  disconnect(): void {
    const triggers = this.removedTriggers;
    disconnect(this.services());
    const properties = JSON.stringify([this.document.readAll(), this.user.readAll()]);
    const cached = [...this.fetching.cache.entries.values()].filter((text) => text.includes('secret-'));
    const before = this.sent();
    const { code } = failureOf(() => this.ask());
    const left = [properties.match(/secret-\d+/g), this.hasOrphans ? [] : cached];
    expect([...left, code, this.sent() - before]).toEqual([null, [], 'settings_missing', 0]);
    expect(this.removedTriggers - triggers).toBe(1);
    this.orphans = cached.length;
  }

  private sent(): number {
    const { tokenRequests, reportRequests } = this.fetching.transport;
    return tokenRequests.length + reportRequests.length;
  }

  private connect({ region, audience, isAccepted }: Extract<Step, { kind: 'connect' }>): void {
    const clientSecret = `secret-${this.typed.size}`;
    this.typed.set(clientSecret, { auth: this.addresses.auth, region: this.addresses.regions[region] });
    this.acceptsSecrets = isAccepted;
    attempt(() =>
      connect(this.services(), { region, employer: 'me', clientId: 'client', clientSecret }, audience),
    );
    this.acceptsSecrets = true;
  }

  private ask(): void {
    const { connection } = findConnection(this.document.readAll(), this.stores());
    this.day += 1;
    this.fetching.cell({ from: this.day, to: this.day }, connection);
  }

  private tamper(changes: Readonly<Record<string, string>>): void {
    const stored = this.document.readAll().connection;
    if (!stored) return;
    const before = JSON.parse(stored) as Record<string, string>;
    this.hasOrphans ||= 'region' in changes && changes.region !== before.region;
    this.document.write({ connection: JSON.stringify({ ...before, ...changes }) });
  }

  private token() {
    const request = this.fetching.transport.tokenRequests.at(-1);
    const secret = request && 'form' in request.body ? (request.body.form.client_secret ?? '') : '';
    this.requests += 1;
    if (request && this.typed.get(secret)?.auth !== originOf(request)) this.strays.push(request.url);
    if (!this.acceptsSecrets) return answer(401);
    // The token carries the name of the secret, so that it can be told where it came from.
    return answer(200, { access_token: `token-of-${secret}`, token_type: 'Bearer', expires_in: 3600 });
  }

  private report(request: HttpRequest) {
    const secret = (request.headers.Authorization ?? '').replace('Bearer token-of-', '');
    this.requests += 1;
    if (this.typed.get(secret)?.region !== originOf(request)) this.strays.push(request.url);
    const days = new URL(request.url).searchParams;
    const echo = { employer_id: 1042, from_date: days.get('from_date'), to_date: days.get('to_date') };
    return answer(200, reportBody([], { request: echo }));
  }

  private stores() {
    const { user, addresses } = this;
    return { user, spreadsheetId: () => 'spreadsheet-1', addresses };
  }

  private services() {
    return {
      document: this.document,
      lock: this.fetching.lock,
      stores: this.stores(),
      ...this.fetching.reading('sidebar'),
      calendar: new ZonedCalendar(this.fetching.clock),
      triggers: {
        remove: (named: readonly string[]) => {
          this.removedTriggers += 1;
          return named;
        },
      },
    };
  }
}

/** Lets a refusal pass; anything else is a fault. */
function attempt(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if ((error as { name?: string }).name !== 'ReportError') throw error;
  }
}

test(`a secret and its token go only where it was typed for (${SEQUENCES} sequences, seed ${SEED})`, () => {
  let requests = 0;
  const play = (steps: readonly Step[]) => {
    const model = new Model();
    for (const one of steps) model.act(one);
    model.disconnect();
    expect(model.strays).toEqual([]);
    requests += model.requests;
  };

  fc.assert(fc.property(fc.array(step, { minLength: 3, maxLength: 30 }), play), {
    seed: SEED,
    numRuns: SEQUENCES,
  });

  expect(requests).toBeGreaterThan(SEQUENCES);
});

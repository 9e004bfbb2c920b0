import { gzipSync } from 'node:zlib';
import {
  type Answer,
  type ApiRequest,
  type HeaderList,
  JSON_TYPE,
  jsonAnswer,
  refusalAnswer,
  textAnswer,
} from '../http-message';
import type { Store } from '../store';
import { changeReport } from './report-changes';
import type { RuleNamed, ScenarioRule } from './scenario-rule';

/** What a rule does with a request. */
export interface Effect {
  /** `success`: only where the good answer is a 200. `any`: always. */
  readonly on: 'success' | 'any';
  apply(request: ApiRequest, goodAnswer: () => Answer): Answer;
}

/** Rules whose answers the OpenAPI check must still find valid. */
export const KEEPS_TO_SPECIFICATION: ReadonlySet<ScenarioRule['name']> = new Set([
  'slow',
  'rows',
  'empty',
  'day-filter',
]);

const LOGIN_PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><form action="/login" method="post">' +
  '<input name="user"><input name="password" type="password"></form></body></html>';

/** Finds what a rule does. */
export function effectOf(rule: ScenarioRule, store: Store): Effect {
  switch (rule.name) {
    case 'slow':
      return onAny((answer) => answer);
    case 'status':
      return instead(() => refusalAnswer(rule.status, 'The request could not be served.'));
    case 'retry-after':
      return instead(() => answerRetryAfter(rule, store));
    case 'html':
      return instead(() => textAnswer(rule.status ?? 200, LOGIN_PAGE, 'text/html; charset=utf-8'));
    case 'redirect':
      return instead(() => refusalAnswer(rule.status, 'Look elsewhere.', [['Location', rule.location]]));
    case 'echo-request':
      return instead((request) => echoRequest(request, rule.status ?? 400));
    case 'body':
      return instead((request) => answerBody(rule, request));
    case 'reset':
      return onAny((answer) => ({ ...answer, delivery: { kind: 'reset', afterBytes: rule.afterBytes } }));
    case 'content-length':
      return onAny((answer) => ({
        ...answer,
        delivery: { kind: 'wrong length', difference: rule.difference },
      }));
    case 'truncated':
    case 'encoding':
    case 'gzip':
      return onAny((answer) => damageBytes(answer, rule));
    case 'text':
      return onSuccess((text) => `${rule.prefix ?? ''}${text}${rule.suffix ?? ''}`);
    case 'rows':
    case 'empty':
    case 'replace-rows':
    case 'day-filter':
      return onSuccess((text) => changeReport(text, rule, store));
  }
}

function instead(build: (request: ApiRequest) => Answer): Effect {
  return { on: 'any', apply: (request) => build(request) };
}

function onAny(change: (answer: Answer) => Answer): Effect {
  return { on: 'any', apply: (_, goodAnswer) => change(goodAnswer()) };
}

function onSuccess(change: (text: string) => string): Effect {
  return {
    on: 'success',
    apply: (_, goodAnswer) => {
      const answer = goodAnswer();
      return { ...answer, body: Buffer.from(change(answer.body.toString('utf8')), 'utf8') };
    },
  };
}

/** No header at all when neither value nor date is given. */
function answerRetryAfter(rule: RuleNamed<'retry-after'>, store: Store): Answer {
  const name = rule.headerName ?? 'Retry-After';
  const date =
    rule.dateInSeconds === undefined
      ? []
      : [new Date(store.clock.now() + rule.dateInSeconds * 1000).toUTCString()];
  const headers = [...[rule.value ?? []].flat(), ...date].map((value) => [name, value] as const);
  return refusalAnswer(rule.status ?? 429, 'Too many requests.', headers);
}

/** Says a form's fields back as sent and as read, so that a secret shows in either spelling. */
function echoRequest(request: ApiRequest, status: number): Answer {
  const received = Object.fromEntries(new URLSearchParams(request.body));
  return jsonAnswer(status, { error: 'invalid_client', error_description: request.body, received });
}

/** `{from}` and `{to}` in the text become the days that were asked for. */
function answerBody(rule: RuleNamed<'body'>, { query }: ApiRequest): Answer {
  const fill = (text: string) =>
    text.replace('{from}', query.get('from_date') ?? '').replace('{to}', query.get('to_date') ?? '');
  const answer = textAnswer(rule.status ?? 200, fill(rule.text ?? ''), rule.contentType ?? JSON_TYPE);
  if (rule.base64 === undefined) return answer;
  const bytes = fill(Buffer.from(rule.base64, 'base64').toString('latin1'));
  return { ...answer, body: Buffer.from(bytes, 'latin1') };
}

type ByteRule = RuleNamed<'truncated'> | RuleNamed<'encoding'> | RuleNamed<'gzip'>;

const GZIP_HEADER: HeaderList = [['Content-Encoding', 'gzip']];

/** Changes the bytes of an answer, not its length header: the message as such stays whole. */
function damageBytes(answer: Answer, rule: ByteRule): Answer {
  switch (rule.name) {
    case 'truncated':
      return { ...answer, body: answer.body.subarray(0, rule.bytes) };
    case 'encoding':
      return encode(answer, rule);
    case 'gzip':
      return { ...answer, headers: [...answer.headers, ...GZIP_HEADER], body: compress(answer.body, rule) };
  }
}

function encode(answer: Answer, rule: RuleNamed<'encoding'>): Answer {
  const type = rule.charset === undefined ? 'application/json' : `application/json; charset=${rule.charset}`;
  const others = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return {
    ...answer,
    headers: [['Content-Type', type], ...others],
    body: encodeText(answer.body.toString('utf8'), rule.encoding),
  };
}

function encodeText(text: string, encoding: RuleNamed<'encoding'>['encoding']): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

function compress(body: Buffer, rule: RuleNamed<'gzip'>): Buffer {
  const compressed = gzipSync(body);
  switch (rule.fault) {
    case 'not gzip':
      return body;
    case 'double':
      return gzipSync(compressed);
    case 'cut off':
      return compressed.subarray(0, Math.floor(compressed.length / 2));
  }
}

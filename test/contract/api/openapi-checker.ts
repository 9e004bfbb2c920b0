import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';

/* Holds recorded requests and answers against the OpenAPI file, the only copy of the schema. */

/** As much of a recorded request and its answer as the checks read. */
export interface CheckableExchange {
  /** Which server was asked: `auth`, `US` or `UK`. */
  readonly role: string;
  readonly method: string;
  /** Path and query as sent, without the origin. */
  readonly url: string;
  /** Request headers, names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Null when no status line was sent. */
  readonly status: number | null;
  readonly answerHeaders: readonly (readonly [name: string, value: string])[];
  /** Null when it was not kept; it is then not checked. */
  readonly answerBody: string | null;
  /** True for faults made on purpose: their answers are not checked. */
  readonly deliberatelyBroken: boolean;
}

/** Lists are empty when all is well; sentences never repeat what was sent in a body or in `Authorization`. */
export interface OpenApiChecker {
  /** One sentence for each way in which the request departs from the file. */
  checkRequest(exchange: CheckableExchange): readonly string[];
  /** The same of the answer. What is no operation must be refused with 404, or 405 where only the method is wrong. */
  checkAnswer(exchange: CheckableExchange): readonly string[];
}

/** The OpenAPI file, our reading of the specification. */
export const OPENAPI_FILE = 'docs/employer-reporting-api.openapi.yaml';

/** Reads the OpenAPI file, once for as many checks as wanted. */
export function loadOpenApiChecker(): OpenApiChecker {
  const document = new OpenApiDocument(OPENAPI_FILE);
  return {
    checkRequest: (exchange) => checkRequest(exchange, document),
    checkAnswer: (exchange) => checkAnswer(exchange, document),
  };
}

/** Any JSON object of an OpenAPI document. */
type Node = Readonly<Record<string, unknown>>;

/** Takes a value for a JSON object; anything else counts as an empty one. */
export function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1');
const pathOf = (url: string) => url.split('?', 1)[0] ?? '';
const mediaType = (contentType: string) => (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** A part of the document, and the JSON pointer to where it really stands. */
interface Found {
  readonly node: Node;
  readonly pointer: string;
}

interface Operation extends Found {
  readonly parameters: readonly Found[];
  /** Values of the path's parameters as sent, by name. */
  readonly pathValues: ReadonlyMap<string, string>;
}

/** RFC 3339, sections 5.6 and 5.7. */
const FORMATS = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i],
] as const;
const MOST_FAULTS = 20;

/** An OpenAPI 3.1 document, with the look-ups that checking a request or an answer needs. */
export class OpenApiDocument {
  readonly root: Node;
  // The document is no schema by itself: its own words must not count as unknown keywords.
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false });

  /** @param file From the project's root. */
  constructor(file: string) {
    this.root = asNode(parse(readFileSync(resolve(file), 'utf8')));
    for (const [name, pattern] of FORMATS)
      this.#ajv.addFormat(name, (text: string) => pattern.test(text) && !Number.isNaN(Date.parse(text)));
    this.#ajv.addSchema(this.root, 'openapi');
  }

  /** The operation of a method and a path, on the servers with a role: the extension `x-role`. */
  findOperation(role: string, method: string, path: string): Operation | undefined {
    for (const [template, value] of Object.entries(asNode(this.root.paths))) {
      const item = asNode(value);
      const pathValues = matchPath(template, path);
      const operation = item[method.toLowerCase()];
      const isServed = asList(item.servers).some((server) => asNode(server)['x-role'] === role);
      if (pathValues === undefined || !isServed || operation === undefined) continue;
      const above = `/paths/${escaped(template)}`;
      const pointer = `${above}/${method.toLowerCase()}`;
      const node = asNode(operation);
      const parametersOf = (owner: Node, at: string) =>
        asList(owner.parameters).map((each, index) => this.resolve(each, `${at}/parameters/${index}`));
      const parameters = [...parametersOf(item, above), ...parametersOf(node, pointer)];
      return { node, pointer, parameters, pathValues };
    }
    return undefined;
  }

  /** Follows a `$ref` of this document, if the node is one. */
  resolve(value: unknown, pointer: string): Found {
    const node = asNode(value);
    if (typeof node.$ref !== 'string') return { node, pointer };
    const target = node.$ref.replace(/^#/, '');
    const steps = target.split('/').slice(1);
    const found = steps.reduce<unknown>((place, step) => {
      return asNode(place)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
    }, this.root);
    return this.resolve(found, target);
  }

  /**
   * What is wrong with a value by the schema at a pointer, a phrase each, at most 20: `/report/shifts/0/NO_SHOWS must be
   * integer`. They never repeat the value.
   */
  faults(pointer: string, value: unknown): string[] {
    const $ref = `openapi#${pointer.split('/').map(encodeURIComponent).join('/')}`;
    const validate = this.#ajv.getSchema($ref) ?? this.#ajv.compile({ $ref });
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, MOST_FAULTS).map(({ instancePath, message, params }) => {
      const extra = typeof params.additionalProperty === 'string' ? ` (${params.additionalProperty})` : '';
      const allowed = 'allowedValue' in params ? ` ${JSON.stringify(params.allowedValue)}` : '';
      return `${instancePath} ${message ?? 'is not valid'}${allowed}${extra}`.trim();
    });
  }
}

/** A path parameter takes exactly one segment, as sent. */
function matchPath(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const [wanted, sent] = [template.split('/'), path.split('/')];
  const values = new Map<string, string>();
  const fits = wanted.every((step, index) => {
    const name = /^\{(.+)\}$/.exec(step)?.[1];
    if (name !== undefined) values.set(name, sent[index] ?? '');
    return name !== undefined || step === sent[index];
  });
  return fits && wanted.length === sent.length ? values : undefined;
}

function checkRequest(exchange: CheckableExchange, document: OpenApiDocument): readonly string[] {
  const { role, method, url, rawHeaders } = exchange;
  const operation = document.findOperation(role, method, pathOf(url));
  if (operation === undefined) return [`${method} ${pathOf(url)} is no operation of the ${role} server.`];
  const query = new URLSearchParams(url.slice(pathOf(url).length));
  const sent = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ''] as const] : [],
  );
  const header = (name: string) =>
    sent.filter(([other]) => other === name.toLowerCase()).map(([, value]) => value);
  const valuesIn: Readonly<Record<string, (name: string) => readonly string[]>> = {
    path: (name) => [operation.pathValues.get(name) ?? ''],
    query: (name) => query.getAll(name),
    header,
  };
  const known = operation.parameters.map(({ node }) => `${node.in} ${String(node.name).toLowerCase()}`);
  // Headers of other tools (`User-Agent`, `Host`) are theirs; cookies and private headers would be ours.
  const given = [
    ...[...query.keys()].map((name) => `query ${name}`),
    ...sent.filter(([name]) => /^(x-|cookie$)/.test(name)).map(([name]) => `header ${name}`),
  ];
  return [
    ...[...new Set(given)]
      .filter((name) => !known.includes(name))
      .map((name) => `The ${name} is not documented.`),
    ...operation.parameters.flatMap(({ node, pointer }) => {
      const what = `The ${node.in} ${node.name}`;
      const values = valuesIn[String(node.in)]?.(String(node.name)) ?? [];
      if (values.length === 0) return node.required === true ? [`${what} is missing.`] : [];
      if (values.length > 1) return [`${what} is sent more than once.`];
      return document.faults(`${pointer}/schema`, values[0]).map((fault) => `${what} ${fault}.`);
    }),
    ...checkAuthorization(header('Authorization'), asList(operation.node.security).length > 0),
    ...checkAccept(header('Accept'), operation),
    ...checkBody(exchange.body, header('Content-Type'), operation, document),
  ];
}

/** RFC 6750 §2.1: the token's letters, after exactly one space. */
const BEARER = /^Bearer [A-Za-z0-9\-._~+/]+=*$/;

function checkAuthorization(values: readonly string[], isNeeded: boolean): readonly string[] {
  if (!isNeeded)
    return values.length === 0 ? [] : ['The header Authorization is sent where none is asked for.'];
  return values.length === 1 && BEARER.test(values[0] ?? '')
    ? []
    : ['The header Authorization is not "Bearer", one space and a token, once.'];
}

/** Both operations document `Accept` with the media type of their good answer. */
function checkAccept(values: readonly string[], { node }: Operation): readonly string[] {
  const offered = Object.keys(asNode(asNode(asNode(node.responses)['200']).content));
  return offered.includes(values.join(', ')) ? [] : [`The header Accept is not ${offered.join(' or ')}.`];
}

function checkBody(
  body: string,
  [sentType = '', ...more]: readonly string[],
  { node, pointer }: Operation,
  document: OpenApiDocument,
): readonly string[] {
  const types = Object.keys(asNode(asNode(node.requestBody).content));
  const type = types.find((documented) => documented === mediaType(sentType));
  // Only UTF-8 can be meant.
  const isPlain = /^[^;]*(;\s*charset=utf-8\s*)?$/i.test(sentType);
  if (type === undefined || more.length > 0 || !isPlain)
    return [`The header Content-Type is not ${types.join(' or ')}, once.`];
  const at = `${pointer}/requestBody/content/${escaped(type)}/schema`;
  const wrong = (value: unknown) => document.faults(at, value).map((fault) => `The body ${fault}.`);
  if (type === 'application/json') return withJson(body, wrong);
  const form = new URLSearchParams(body);
  const repeated = [...new Set(form.keys())].filter((name) => form.getAll(name).length > 1);
  return [
    ...repeated.map((name) => `The form field ${name} is sent more than once.`),
    ...wrong(Object.fromEntries(form)),
  ];
}

function withJson(text: string, check: (value: unknown) => readonly string[]): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return ['The body is not JSON.'];
  }
  return check(value);
}

function checkAnswer(exchange: CheckableExchange, document: OpenApiDocument): readonly string[] {
  const { role, method, url, status, answerHeaders, answerBody } = exchange;
  if (exchange.deliberatelyBroken) return [];
  if (status === null) return ['There is no answer.'];
  const operation = document.findOperation(role, method, pathOf(url));
  if (operation === undefined) {
    const expected = document.findOperation(role, 'POST', pathOf(url)) ? 405 : 404;
    return status === expected
      ? []
      : [`${method} ${pathOf(url)} is no operation, but the status is not ${expected}.`];
  }
  const documented = asNode(operation.node.responses)[String(status)];
  if (documented === undefined) return [`The status ${status} is not documented.`];
  const response = document.resolve(documented, `${operation.pointer}/responses/${status}`);
  const sent = (name: string) =>
    answerHeaders.filter(([other]) => other.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const headers = Object.entries(asNode(response.node.headers)).flatMap(([name, value]) => {
    const { pointer } = document.resolve(value, `${response.pointer}/headers/${escaped(name)}`);
    if (sent(name).length > 1) return [`The header ${name} is sent more than once.`];
    const faults = sent(name).flatMap((text) => document.faults(`${pointer}/schema`, text));
    return faults.map((fault) => `The header ${name} ${fault}.`);
  });
  const types = Object.keys(asNode(response.node.content));
  const type = types.find((each) => each === mediaType(sent('Content-Type')[0] ?? ''));
  if (type === undefined) return [...headers, `The content type is not ${types.join(' or ')}.`];
  if (answerBody === null) return headers;
  const at = `${response.pointer}/content/${escaped(type)}/schema`;
  const body = withJson(answerBody, (value) =>
    document.faults(at, value).map((fault) => `The body ${fault}.`),
  );
  return [...headers, ...body];
}

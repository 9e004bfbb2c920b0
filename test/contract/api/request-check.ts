import {
  type CheckableExchange,
  mediaType,
  pathOf,
  queryOf,
  requestHeader,
  requestHeaderNames,
} from './checkable-exchange';
import { asNode, escapePointer, type FoundOperation, type OpenApiDocument } from './openapi-document';
import type { SchemaValidator } from './schema-validator';

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** RFC 6750 §2.1: the token's letters, after exactly one space. */
const BEARER = /^Bearer [A-Za-z0-9\-._~+/]+=*$/;

/**
 * Lists every way in which a request departs from the document, one sentence each; empty when it does not.
 *
 * Sentences never repeat what was sent in a body or in `Authorization`.
 */
export function checkRequest(
  exchange: CheckableExchange,
  document: OpenApiDocument,
  validator: SchemaValidator,
): readonly string[] {
  const found = document.findOperation(exchange.role, exchange.method, pathOf(exchange));
  if (found === undefined) {
    return [`${exchange.method} ${pathOf(exchange)} is no operation of the ${exchange.role} server.`];
  }
  return [
    ...checkPath(found, validator),
    ...checkQuery(exchange, found, validator),
    ...checkHeaders(exchange, found, validator),
    ...checkAuthorization(exchange, found),
    ...checkAccept(exchange, found),
    ...checkBody(exchange, found, validator),
  ];
}

function checkPath(found: FoundOperation, validator: SchemaValidator): readonly string[] {
  return parametersIn(found, 'path').flatMap(({ name, pointer }) =>
    validator
      .findFaults(`${pointer}/schema`, found.pathValues.get(name))
      .map((fault) => `The path parameter ${name} ${fault}.`),
  );
}

function checkQuery(
  exchange: CheckableExchange,
  found: FoundOperation,
  validator: SchemaValidator,
): readonly string[] {
  const query = queryOf(exchange);
  const known = parametersIn(found, 'query');
  const unknown = [...new Set(query.keys())].filter(
    (name) => !known.some((parameter) => parameter.name === name),
  );
  return [
    ...unknown.map((name) => `The query parameter ${name} is not documented.`),
    ...known.flatMap(({ name, pointer, isRequired }) =>
      checkValues(`query parameter ${name}`, query.getAll(name), isRequired, `${pointer}/schema`, validator),
    ),
  ];
}

/** Headers of other tools (`User-Agent`, `Host`) are theirs; cookies and private headers would be ours. */
function checkHeaders(
  exchange: CheckableExchange,
  found: FoundOperation,
  validator: SchemaValidator,
): readonly string[] {
  const known = parametersIn(found, 'header');
  const unknown = requestHeaderNames(exchange).filter(
    (name) =>
      (name.startsWith('x-') || name === 'cookie') &&
      !known.some((parameter) => parameter.name.toLowerCase() === name),
  );
  return [
    ...unknown.map((name) => `The header ${name} is not documented.`),
    ...known.flatMap(({ name, pointer, isRequired }) =>
      checkValues(
        `header ${name}`,
        requestHeader(exchange, name),
        isRequired,
        `${pointer}/schema`,
        validator,
      ),
    ),
  ];
}

function checkAuthorization(exchange: CheckableExchange, found: FoundOperation): readonly string[] {
  const security = found.operation.security;
  const isNeeded = Array.isArray(security) && security.length > 0;
  const [value, ...more] = requestHeader(exchange, 'Authorization');
  if (!isNeeded)
    return value === undefined ? [] : ['The header Authorization is sent where none is asked for.'];
  if (value === undefined) return ['The header Authorization is missing.'];
  if (more.length > 0) return ['The header Authorization is sent more than once.'];
  return BEARER.test(value) ? [] : ['The header Authorization is not "Bearer", one space and a token.'];
}

/** Both operations document `Accept` with the media type of their good answer. */
function checkAccept(exchange: CheckableExchange, found: FoundOperation): readonly string[] {
  const offered = Object.keys(asNode(asNode(asNode(found.operation.responses)['200']).content));
  const sent = requestHeader(exchange, 'Accept').join(', ');
  return offered.includes(sent) ? [] : [`The header Accept is not ${offered.join(' or ')}.`];
}

function checkBody(
  exchange: CheckableExchange,
  found: FoundOperation,
  validator: SchemaValidator,
): readonly string[] {
  const types = Object.keys(asNode(asNode(found.operation.requestBody).content));
  const [sentType = '', ...more] = requestHeader(exchange, 'Content-Type');
  const type = types.find((documented) => documented === mediaType(sentType));
  if (type === undefined || more.length > 0)
    return [`The header Content-Type is not ${types.join(' or ')}, once.`];
  const pointer = `${found.pointer}/requestBody/content/${escapePointer(type)}/schema`;
  return [
    ...checkCharset(sentType),
    ...(type === FORM_TYPE ? readForm(exchange.body) : readJson(exchange.body)).flatMap((part) =>
      'fault' in part
        ? [part.fault]
        : validator.findFaults(pointer, part.value).map((fault) => `The body ${fault}.`),
    ),
  ];
}

/** Only UTF-8 can be meant by an `application/json` or form body. */
function checkCharset(contentType: string): readonly string[] {
  const parameters = contentType.split(';').slice(1).join(';').trim().toLowerCase();
  return ['', 'charset=utf-8'].includes(parameters) ? [] : ['The header Content-Type has odd parameters.'];
}

type BodyPart = { readonly value: unknown } | { readonly fault: string };

function readForm(body: string): readonly BodyPart[] {
  const form = new URLSearchParams(body);
  const repeated = [...new Set(form.keys())].filter((name) => form.getAll(name).length > 1);
  return [
    ...repeated.map((name) => ({ fault: `The form field ${name} is sent more than once.` })),
    { value: Object.fromEntries(form) },
  ];
}

function readJson(body: string): readonly BodyPart[] {
  try {
    return [{ value: JSON.parse(body) }];
  } catch {
    return [{ fault: 'The body is not JSON.' }];
  }
}

function checkValues(
  what: string,
  values: readonly string[],
  isRequired: boolean,
  pointer: string,
  validator: SchemaValidator,
): readonly string[] {
  if (values.length === 0) return isRequired ? [`The ${what} is missing.`] : [];
  if (values.length > 1) return [`The ${what} is sent more than once.`];
  return validator.findFaults(pointer, values[0]).map((fault) => `The ${what} ${fault}.`);
}

function parametersIn(found: FoundOperation, place: string) {
  return found.parameters
    .filter(({ node }) => node.in === place)
    .map(({ node, pointer }) => ({ name: String(node.name), isRequired: node.required === true, pointer }));
}

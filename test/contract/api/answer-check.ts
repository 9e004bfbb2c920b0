import { answerHeader, type CheckableExchange, mediaType, pathOf } from './checkable-exchange';
import { asNode, escapePointer, type OpenApiDocument } from './openapi-document';
import type { SchemaValidator } from './schema-validator';

/**
 * Lists every way in which an answer departs from the document, one sentence each; empty when it does not.
 *
 * Faults made on purpose are passed over. An answer to something that is no operation must be a refusal with
 * 404, or 405 where only the method is wrong.
 */
export function checkAnswer(
  exchange: CheckableExchange,
  document: OpenApiDocument,
  validator: SchemaValidator,
): readonly string[] {
  if (exchange.deliberatelyBroken) return [];
  if (exchange.status === null) return ['There is no answer.'];
  const found = document.findOperation(exchange.role, exchange.method, pathOf(exchange));
  if (found === undefined) return checkRefusalOfUnknown(exchange, document);

  const status = String(exchange.status);
  const responses = asNode(found.operation.responses);
  if (responses[status] === undefined) return [`The status ${status} is not documented.`];
  const response = document.resolve(responses[status], `${found.pointer}/responses/${status}`);
  return [
    ...checkHeaders(exchange, document, validator, response),
    ...checkBody(exchange, validator, response),
  ];
}

function checkRefusalOfUnknown(exchange: CheckableExchange, document: OpenApiDocument): readonly string[] {
  const isKnownPath = document.findOperation(exchange.role, 'POST', pathOf(exchange)) !== undefined;
  const expected = isKnownPath ? 405 : 404;
  return exchange.status === expected
    ? []
    : [`${exchange.method} ${pathOf(exchange)} is no operation, but the status is not ${expected}.`];
}

type Response = ReturnType<OpenApiDocument['resolve']>;

function checkHeaders(
  exchange: CheckableExchange,
  document: OpenApiDocument,
  validator: SchemaValidator,
  response: Response,
): readonly string[] {
  return Object.entries(asNode(response.node.headers)).flatMap(([name, value]) => {
    const header = document.resolve(value, `${response.pointer}/headers/${escapePointer(name)}`);
    const values = answerHeader(exchange, name);
    if (values.length > 1) return [`The header ${name} is sent more than once.`];
    return values.flatMap((text) =>
      validator.findFaults(`${header.pointer}/schema`, text).map((fault) => `The header ${name} ${fault}.`),
    );
  });
}

function checkBody(
  exchange: CheckableExchange,
  validator: SchemaValidator,
  response: Response,
): readonly string[] {
  const types = Object.keys(asNode(response.node.content));
  const [sentType = ''] = answerHeader(exchange, 'Content-Type');
  const type = types.find((documented) => documented === mediaType(sentType));
  if (type === undefined) return [`The content type is not ${types.join(' or ')}.`];
  if (exchange.answerBody === null) return [];
  let body: unknown;
  try {
    body = JSON.parse(exchange.answerBody);
  } catch {
    return ['The body is not JSON.'];
  }
  const pointer = `${response.pointer}/content/${escapePointer(type)}/schema`;
  return validator.findFaults(pointer, body).map((fault) => `The body ${fault}.`);
}

import { resolve } from 'node:path';
import { checkAnswer } from './answer-check';
import { type CheckableExchange, pathOf } from './checkable-exchange';
import { OpenApiDocument } from './openapi-document';
import { checkRequest } from './request-check';
import { SchemaValidator } from './schema-validator';

/** Holds recorded requests and answers against the OpenAPI file. Lists are empty when all is well. */
export interface OpenApiChecker {
  /** One sentence for each way in which the request departs from the file. */
  checkRequest(exchange: CheckableExchange): readonly string[];
  /** One sentence for each way in which the answer departs from the file; none for deliberate faults. */
  checkAnswer(exchange: CheckableExchange): readonly string[];
}

/** The OpenAPI file of the specification. */
const SPECIFICATION = 'docs/employer-reporting-api.openapi.yaml';
/** What our server answers for the reports that the specification names without address. */
export const ASSUMED_REPORTS_FILE = 'test/api-server/assumed-reports.openapi.yaml';

/**
 * Reads the OpenAPI file, once for as many checks as wanted.
 *
 * @param root The project's root. @default the working directory
 * @param more Further OpenAPI files; an exchange is held against the first that knows its path.
 */
export function loadOpenApiChecker(
  root: string = process.cwd(),
  more: readonly string[] = [],
): OpenApiChecker {
  const files = [SPECIFICATION, ...more].map((file) => {
    const document = OpenApiDocument.read(resolve(root, file));
    return { document, validator: new SchemaValidator(document) };
  });
  const [specification] = files;
  if (specification === undefined) throw new Error('There is no OpenAPI file.');
  const fileFor = (exchange: CheckableExchange) =>
    files.find(
      ({ document }) => document.findOperation(exchange.role, 'POST', pathOf(exchange)) !== undefined,
    ) ?? specification;
  const check =
    (checkOne: typeof checkRequest): OpenApiChecker['checkRequest'] =>
    (exchange) => {
      const { document, validator } = fileFor(exchange);
      return checkOne(exchange, document, validator);
    };
  return { checkRequest: check(checkRequest), checkAnswer: check(checkAnswer) };
}

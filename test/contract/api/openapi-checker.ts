import { resolve } from 'node:path';
import { checkAnswer } from './answer-check';
import type { CheckableExchange } from './checkable-exchange';
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

/**
 * Reads the OpenAPI file, once for as many checks as wanted.
 *
 * @param root The project's root. @default the working directory
 */
export function loadOpenApiChecker(root: string = process.cwd()): OpenApiChecker {
  const document = OpenApiDocument.read(resolve(root, 'docs/employer-reporting-api.openapi.yaml'));
  const validator = new SchemaValidator(document);
  return {
    checkRequest: (exchange) => checkRequest(exchange, document, validator),
    checkAnswer: (exchange) => checkAnswer(exchange, document, validator),
  };
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from './openapi-document';

const DOCUMENT_ID = 'openapi';
const MOST_FINDINGS = 20;
/** RFC 3339, sections 5.6 and 5.7. */
const FORMATS = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i],
] as const;

/** Checks values against schemas that stand anywhere in an OpenAPI 3.1 document. */
export class SchemaValidator {
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    // The document is no schema by itself: its own words must not count as unknown keywords.
    this.#ajv = new Ajv2020({ allErrors: true, strict: false });
    for (const [name, pattern] of FORMATS) {
      this.#ajv.addFormat(name, (text: string) => pattern.test(text) && !Number.isNaN(Date.parse(text)));
    }
    this.#ajv.addSchema(document.root, DOCUMENT_ID);
  }

  /**
   * Lists what is wrong with a value, one phrase each, at most 20; empty when it is valid.
   *
   * @param pointer JSON pointer of the schema in the document.
   * @returns Phrases such as `/report/shifts/0/NO_SHOWS must be integer`. They never repeat the value.
   */
  findFaults(pointer: string, value: unknown): readonly string[] {
    const validate = this.#validators.get(pointer) ?? this.#compile(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, MOST_FINDINGS).map(({ instancePath, message, params }) => {
      const extra = typeof params.additionalProperty === 'string' ? ` (${params.additionalProperty})` : '';
      const allowed = 'allowedValue' in params ? ` ${JSON.stringify(params.allowedValue)}` : '';
      return `${instancePath} ${message ?? 'is not valid'}${allowed}${extra}`.trim();
    });
  }

  #compile(pointer: string): ValidateFunction {
    const reference = pointer.split('/').map(encodeURIComponent).join('/');
    const validate = this.#ajv.compile({ $ref: `${DOCUMENT_ID}#${reference}` });
    this.#validators.set(pointer, validate);
    return validate;
  }
}

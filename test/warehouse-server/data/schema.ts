import { invalid } from '../refusal';

/** The types that the server knows, under their names in REST resources, with those of its engine. */
const ENGINE_TYPES = {
  STRING: 'VARCHAR',
  INTEGER: 'BIGINT',
  FLOAT: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMPTZ',
} as const;

/** One of the types. */
export type FieldType = keyof typeof ENGINE_TYPES;

/** A column as `schema.fields` has it. */
export interface SchemaField {
  readonly name: string;
  readonly type: FieldType;
  readonly mode: 'NULLABLE' | 'REQUIRED';
  readonly description?: string;
}

/** Names of GoogleSQL that the reference accepts for the same types. */
const OTHER_NAMES: Readonly<Record<string, FieldType>> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
};

/** What the engine calls a type. */
export function engineType(type: FieldType): string {
  return ENGINE_TYPES[type];
}

/** The type of a column of the engine. */
export function fieldTypeOf(name: string): FieldType {
  if (name === 'HUGEINT' || name === 'INTEGER' || name === 'BIGINT') return 'INTEGER';
  if (name === 'TIMESTAMP WITH TIME ZONE') return 'TIMESTAMP';
  if (name.startsWith('DECIMAL')) return 'FLOAT';
  const known = Object.entries(ENGINE_TYPES).find(([, engine]) => engine === name);
  return (known?.[0] as FieldType | undefined) ?? 'STRING';
}

/** Reads `schema` of a request. @throws {Refusal} 400 for what is no schema. */
export function readSchema(value: unknown): SchemaField[] {
  const fields = (value as { fields?: unknown } | undefined)?.fields;
  if (!Array.isArray(fields) || fields.length === 0) throw invalid('Schema has no fields.');
  const seen = new Set<string>();
  return fields.map((field: Record<string, unknown>) => {
    const { name, type, mode = 'NULLABLE', description } = field ?? {};
    if (typeof name !== 'string' || !/^[A-Za-z_]\w{0,299}$/.test(name))
      throw invalid(`Invalid field name "${String(name)}".`);
    const known = typeof type === 'string' ? type.toUpperCase() : '';
    const read = OTHER_NAMES[known] ?? (known as FieldType);
    if (!(read in ENGINE_TYPES))
      throw invalid(`Invalid value for type: ${String(type)} is not a valid value`);
    if (mode !== 'NULLABLE' && mode !== 'REQUIRED')
      throw invalid(`Invalid value for mode: ${String(mode)} is not a valid value`);
    if (typeof description === 'string' && description.length > 1024)
      throw invalid(`The description for field ${name} is too long.`);
    if (seen.has(name.toLowerCase())) throw invalid(`Field ${name} already exists in schema`);
    seen.add(name.toLowerCase());
    return { name, type: read, mode, ...(typeof description === 'string' ? { description } : {}) };
  });
}

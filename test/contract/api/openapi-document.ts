import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Any JSON object of an OpenAPI document. */
export type Node = Readonly<Record<string, unknown>>;

/** One `POST` of the document, with where it stands and what its path holds. */
export interface FoundOperation {
  readonly operation: Node;
  /** JSON pointer of the operation, for references into the document. */
  readonly pointer: string;
  /** Parameters of the path and of the operation, references resolved. */
  readonly parameters: readonly { readonly node: Node; readonly pointer: string }[];
  /** Values of the path's parameters as sent, by name. */
  readonly pathValues: ReadonlyMap<string, string>;
}

/** An OpenAPI document, with the look-ups that checking a request or an answer needs. */
export class OpenApiDocument {
  readonly root: Node;

  constructor(root: Node) {
    this.root = root;
  }

  /** Reads a document from a YAML file. Throws when there is none. */
  static read(file: string): OpenApiDocument {
    return new OpenApiDocument(asNode(parse(readFileSync(file, 'utf8'))));
  }

  /**
   * Finds the operation for a method and a path, on the servers that play one role.
   *
   * @param role As in the extension `x-role` of the document's servers.
   */
  findOperation(role: string, method: string, path: string): FoundOperation | undefined {
    for (const [template, value] of Object.entries(asNode(this.root.paths))) {
      const item = asNode(value);
      const pathValues = matchPath(template, path);
      const servers = asList(item.servers).map(asNode);
      if (pathValues === undefined || !servers.some((server) => server['x-role'] === role)) continue;
      const operation = item[method.toLowerCase()];
      if (operation === undefined) return undefined;
      const itemPointer = `/paths/${escapePointer(template)}`;
      const pointer = `${itemPointer}/${method.toLowerCase()}`;
      const parameters = [
        ...this.#listParameters(item, itemPointer),
        ...this.#listParameters(asNode(operation), pointer),
      ];
      return { operation: asNode(operation), pointer, parameters, pathValues };
    }
    return undefined;
  }

  /** Follows a `$ref` of this document, if the node is one, and says where the node really stands. */
  resolve(value: unknown, pointer: string): { readonly node: Node; readonly pointer: string } {
    const node = asNode(value);
    if (typeof node.$ref !== 'string') return { node, pointer };
    const target = node.$ref.replace(/^#/, '');
    const steps = target.split('/').slice(1);
    const found = steps.reduce<unknown>((place, step) => asNode(place)[unescapePointer(step)], this.root);
    return this.resolve(found, target);
  }

  #listParameters(owner: Node, pointer: string) {
    return asList(owner.parameters).map((value, index) =>
      this.resolve(value, `${pointer}/parameters/${index}`),
    );
  }
}

/** Takes a value for a JSON object; anything else counts as an empty one. */
export function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

/** Escapes one step of a JSON pointer. RFC 6901 §3. */
export function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A path parameter takes exactly one segment, as sent. */
function matchPath(template: string, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = template.split('/');
  const sent = path.split('/');
  if (wanted.length !== sent.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, step] of wanted.entries()) {
    const name = /^\{(.+)\}$/.exec(step)?.[1];
    const value = sent[index] ?? '';
    if (name !== undefined) values.set(name, value);
    else if (step !== value) return undefined;
  }
  return values;
}

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** What is built: the add-on for spreadsheets alone, or also the transfer of shifts to BigQuery. */
export type Edition = 'sheets' | 'warehouse';

/** What an edition adds to the add-on. */
export interface EditionParts {
  /** Scopes besides those of `appsscript.json`. */
  readonly scopes: readonly string[];
  /** The origins that the script may send requests to, besides those of the service. */
  readonly origins: readonly string[];
  /** Constants of the script by name. */
  readonly constants: Readonly<Record<string, string>>;
  /** By how many bytes each file may be larger than that of the sheets edition. */
  readonly moreBytes: { readonly [name: string]: number };
  /** Each import of a file `edition` means its sibling with this ending: `''` for the file itself. */
  readonly ending: string;
}

/** The service root of the BigQuery API: https://cloud.google.com/bigquery/docs/reference/rest. */
const BIGQUERY_ORIGIN = 'https://bigquery.googleapis.com';

/** The parts of each edition. */
export const EDITIONS: Readonly<Record<Edition, EditionParts>> = {
  sheets: { scopes: [], origins: [], constants: {}, moreBytes: {}, ending: '' },
  warehouse: {
    // Connected Sheets asks for the second; Google lists both.
    scopes: ['https://www.googleapis.com/auth/bigquery', 'https://www.googleapis.com/auth/bigquery.readonly'],
    origins: [BIGQUERY_ORIGIN],
    constants: { WAREHOUSE_ORIGIN: JSON.stringify(BIGQUERY_ORIGIN) },
    moreBytes: { 'Code.js': 60_000, 'Sidebar.html': 10_000 },
    ending: '-warehouse',
  },
};

/** Makes each import of a file `edition` mean the sibling of the edition; no plugin for the files themselves. */
export function editionPlugins({ ending }: EditionParts): Plugin[] {
  if (ending === '') return [];
  return [
    {
      name: 'edition',
      setup(build) {
        build.onResolve({ filter: /\/edition$/ }, ({ path, importer }) => {
          const base = resolve(dirname(importer), `${path}${ending}`);
          const found = [`${base}.ts`, `${base}.tsx`].find((file) => existsSync(file));
          return found === undefined ? undefined : { path: found };
        });
      },
    },
  ];
}

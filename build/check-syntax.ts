import { parse } from 'acorn';
import { type BuiltFiles, listPageScripts } from './built-files';
import type { Finding } from './finding';

/**
 * Refuses syntax that Apps Script does not read: private members, static fields, modules, top-level `await`.
 * The page's script is held to the same year.
 *
 * Node reads all of them, so only a parser held to the year 2019 notices. Fact J4.
 */
export function checkSyntax({ texts }: BuiltFiles): Finding[] {
  return [
    ...checkScript('Code.js', texts['Code.js']),
    ...listPageScripts(texts['Sidebar.html']).flatMap((script) => checkScript('Sidebar.html', script)),
  ];
}

function checkScript(where: string, script: string): Finding[] {
  try {
    parse(script, { ecmaVersion: 2019, sourceType: 'script' });
    return [];
  } catch (error) {
    return [{ where, message: `It cannot be read as JavaScript of 2019: ${(error as Error).message}.` }];
  }
}

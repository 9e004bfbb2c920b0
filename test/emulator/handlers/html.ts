import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostHandler, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';

const readFile: HostHandler = ({ world }, _target: null, name: string) => {
  const path = join(world.dist, `${name}.html`);
  if (!/^[\w /-]+$/.test(name) || !existsSync(path))
    throw new HostError(`No HTML file named ${name} was found.`);
  return readFileSync(path, 'utf8');
};

/** HtmlService: the pages that were built beside the code. */
export const htmlHandlers: HostHandlers = {
  'HtmlService.createHtmlOutputFromFile': readFile,
  'HtmlService.createTemplateFromFile': readFile,
};

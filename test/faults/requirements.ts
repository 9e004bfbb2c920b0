import { DATA_AND_SHEETS } from './data-and-sheets';
import type { Requirement } from './requirement';
import { SECRETS_AND_HTTP } from './secrets-and-http';
import { SURFACE_AND_QUALITY } from './surface-and-quality';

/** Everything that the add-on promises for bad days, in the order of its table of evidence. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...SECRETS_AND_HTTP,
  ...DATA_AND_SHEETS,
  ...SURFACE_AND_QUALITY,
];

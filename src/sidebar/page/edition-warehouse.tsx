import type { EditionPage } from './edition';
import { Warehouse } from './warehouse-section';

/** The warehouse edition. */
export const edition: EditionPage = { Settings: Warehouse };

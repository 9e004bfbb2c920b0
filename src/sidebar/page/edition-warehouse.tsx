import type { EditionPage } from './edition';
import { WarehouseSection } from './warehouse-section';

/** The warehouse edition. */
export const edition: EditionPage = { Settings: WarehouseSection };

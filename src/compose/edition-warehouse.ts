import { viewWarehouse } from '../warehouse/warehouse';
import type { Edition } from './edition';

/** The warehouse edition. */
export const edition: Edition = {
  partsFor: () => ({ inspectors: [], followers: [], endRun: () => undefined }),
  view: (state) => viewWarehouse(state),
};

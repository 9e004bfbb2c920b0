/** The warehouse edition has the section of the warehouse besides. */
export { Warehouse as EditionSettings } from './warehouse-section';

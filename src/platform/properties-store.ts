import { ReportError } from '../employer-api/errors';
import type { Properties, PropertyStore } from '../reports/ports';
import { utf8Length } from '../reports/saved/activity';
import type { Audience } from '../reports/saved/saved-connection';
import { askPlatform } from './ask-platform';

/**
 * A store holds 500 kB, as the quotas page says without telling how they are counted: a refused write counts as one too
 * many from here on. The platform's own text is no help, since it comes in the language of the person.
 */
const NEARLY_FULL_BYTES = 480_000;
const FULL =
  'Remove reports, dashboards or alerts, or shorten the filters of reports: this spreadsheet has no room for more settings';

/** Settings in the properties of the document or of a person. */
export class PropertiesStore implements PropertyStore {
  constructor(private readonly audience: Audience) {}

  readAll(): Record<string, string> {
    return askPlatform(() => this.properties()?.getProperties()) ?? {};
  }

  write(changes: Properties): void {
    const properties = askPlatform(() => this.properties());
    if (!properties) throw new ReportError('platform_unavailable');
    try {
      properties.setProperties({ ...changes });
    } catch {
      if (this.audience === 'everyone' && isFull({ ...this.readAll(), ...changes })) {
        throw new ReportError('invalid_settings', { sentence: FULL });
      }
      throw new ReportError('platform_unavailable');
    }
  }

  remove(name: string): void {
    askPlatform(() => this.properties()?.deleteProperty(name));
  }

  /** Null outside a document. */
  private properties(): GoogleAppsScript.Properties.Properties | null {
    return this.audience === 'everyone'
      ? PropertiesService.getDocumentProperties()
      : PropertiesService.getUserProperties();
  }
}

/** Whether these settings are more than a store is sure to hold. */
function isFull(settings: Properties): boolean {
  const sizes = Object.keys(settings).map((name) => utf8Length(name) + utf8Length(settings[name] ?? ''));
  return sizes.reduce((sum, size) => sum + size, 0) > NEARLY_FULL_BYTES;
}

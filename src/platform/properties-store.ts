import { ReportError } from '../employer-api/errors';
import type { Properties, PropertyStore } from '../reports/ports';
import { isNearlyFull, storeIsFull } from '../reports/saved/document-state';
import type { Audience } from '../reports/saved/saved-connection';
import { askPlatform } from './ask-platform';

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
      // The platform's own text does not help: it comes in the person's language.
      if (this.audience === 'everyone' && isNearlyFull({ ...this.readAll(), ...changes }))
        throw storeIsFull();
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

import { ReportError } from '../employer-api/errors';
import type { PropertyStore } from '../reports/ports';

/** Settings in the properties of the document or of a person. */
export class PropertiesStore implements PropertyStore {
  constructor(private readonly audience: 'everyone' | 'me') {}

  readAll(): Record<string, string> {
    return guarded(() => this.properties()?.getProperties()) ?? {};
  }

  write(changes: Readonly<Record<string, string>>): void {
    const properties = guarded(() => this.properties());
    if (!properties) throw new ReportError('platform_unavailable');
    guarded(() => properties.setProperties({ ...changes }));
  }

  remove(name: string): void {
    guarded(() => this.properties()?.deleteProperty(name));
  }

  /** Null outside a document. */
  private properties(): GoogleAppsScript.Properties.Properties | null {
    return this.audience === 'everyone'
      ? PropertiesService.getDocumentProperties()
      : PropertiesService.getUserProperties();
  }
}

function guarded<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new ReportError('platform_unavailable');
  }
}

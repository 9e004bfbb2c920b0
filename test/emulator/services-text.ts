import { bundledText } from './bundled-text';

/** The text of all services, compiled from `services/all.ts`. */
export function servicesText(): string {
  return bundledText('test/emulator/services/all.ts', 'realm');
}

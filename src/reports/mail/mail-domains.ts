import { refuse } from '../../employer-api/errors';

/** Whether the administrator lets mail go to an address. @param domains In lower case; any where none is listed. */
export function mayMail(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}

/** Why mail to other domains is refused. No full stop at its end. */
export function describeDomains(domains: readonly string[]): string {
  const last = domains[domains.length - 1] ?? '';
  const others = domains.slice(0, -1).join(', ');
  return `Ask your administrator: mail goes to ${others === '' ? last : `${others} and ${last}`} only`;
}

/**
 * Checks addresses that someone has typed.
 *
 * @param addresses Those that are empty stand for no mail.
 * @throws {ReportError} `invalid_settings`
 */
export function requireDomains(addresses: readonly string[], domains: readonly string[]): void {
  if (addresses.every((address) => address === '' || mayMail(address, domains))) return;
  refuse('invalid_settings', describeDomains(domains));
}

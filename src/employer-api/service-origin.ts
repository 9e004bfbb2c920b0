/** The longest a host name can be, and the longest each part of it. RFC 1035 §2.3.4. */
const LONGEST_HOST = 253;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const ORIGIN = /^https:\/\/([a-z0-9.-]+)$/;

/**
 * Tells whether a text is the address of a service and nothing more: `https://` and a full domain name in
 * lower case.
 *
 * Apps Script has no `URL` class, so the build and the product share this one strict pattern. A port (also 443:
 * whether `urlFetchWhitelist` matches an address with one is not documented), a path, a query, user information,
 * a trailing dot, an IP address in any spelling, a single label and punycode (which can look like another name)
 * are all refused. Whether the host is the right one is not asked here.
 */
export function isServiceOrigin(text: string): boolean {
  const host = ORIGIN.exec(text)?.[1];
  return host !== undefined && host.length <= LONGEST_HOST && HOST.test(host) && !/(?:^|\.)xn--/.test(host);
}

/** Domains under which nothing can ever stand. RFC 2606 §2, RFC 6761 §6. */
const RESERVED_DOMAIN = /\.(?:example|invalid|localhost|test)$|\.example\.(?:com|net|org)$/;

/** Whether an address is one that no service can have: the placeholders of a project until the real ones are known. */
export function isPlaceholderOrigin(origin: string): boolean {
  return RESERVED_DOMAIN.test(origin);
}

import { describe, expect, test } from '@jest/globals';
import { buildEmployers } from '../../api-server/data/employers';

describe('the employers', () => {
  const employers = buildEmployers(1);

  test('are two of each region with API access, and one without, the demo employer first', () => {
    expect(employers.map(({ region, apiAccess }) => `${region} ${apiAccess}`)).toEqual([
      'UK true',
      'UK true',
      'US true',
      'US true',
      'UK false',
    ]);
  });

  test('have IDs and credentials of their own', () => {
    const all = employers.flatMap(({ employerId, clientId, clientSecret }) => [
      employerId,
      clientId,
      clientSecret,
    ]);
    expect(new Set(all).size).toBe(15);
  });

  test('have credentials of printable ASCII, as RFC 6749 appendix A asks', () => {
    const odd = employers.filter(
      ({ clientId, clientSecret }) => !/^[\x20-\x7e]+$/.test(clientId + clientSecret),
    );
    expect(odd).toEqual([]);
  });

  test('have secrets that follow from the seed', () => {
    const secrets = (seed: number) => buildEmployers(seed).map((employer) => employer.clientSecret);
    expect([secrets(1), secrets(2)]).toEqual([secrets(1), expect.not.arrayContaining(secrets(1))]);
  });
});

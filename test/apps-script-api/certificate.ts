import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

const DAY_MILLIS = 86_400_000;

/**
 * Makes a certificate for some hosts, valid from yesterday until tomorrow and signed with its own key: whoever is given it
 * as an authority (`NODE_EXTRA_CA_CERTS`) trusts servers that present it. Node reads certificates but writes none, so the few
 * fields that are needed are encoded here (X.509 version 3, RFC 5280).
 */
export function makeCertificate(hosts: readonly string[]): Certificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const signedWith = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)); // ecdsa-with-SHA256
  const commonName = sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Rehearsal')));
  const name = sequence(der(0x31, commonName));
  const validity = sequence(time(Date.now() - DAY_MILLIS), time(Date.now() + DAY_MILLIS));
  const alternativeNames = sequence(...hosts.map((host) => der(0x82, Buffer.from(host))));
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), der(0x04, alternativeNames)),
    sequence(oid(0x55, 0x1d, 0x13), der(0x01, Buffer.from([0xff])), der(0x04, isAuthority)),
  );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    signedWith,
    name,
    validity,
    name,
    publicKey,
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, signedWith, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One value in DER: its tag, its length, its content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

/** UTCTime: `YYMMDDhhmmssZ`. */
function time(millis: number): Buffer {
  const text = new Date(millis).toISOString().replace(/\.\d+|[-:T]/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

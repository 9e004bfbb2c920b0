import { gzipSync } from 'node:zlib';
import type { Answer, HeaderList } from '../http-message';
import type { RuleNamed } from './scenario-rule';

type ByteRule = RuleNamed<'truncated'> | RuleNamed<'encoding'> | RuleNamed<'gzip'>;

const GZIP_HEADER: HeaderList = [['Content-Encoding', 'gzip']];

/** Changes the bytes of an answer, not its length header: the message as such stays whole. */
export function damageBytes(answer: Answer, rule: ByteRule): Answer {
  switch (rule.name) {
    case 'truncated':
      return { ...answer, body: answer.body.subarray(0, rule.bytes) };
    case 'encoding':
      return encode(answer, rule);
    case 'gzip':
      return { ...answer, headers: [...answer.headers, ...GZIP_HEADER], body: compress(answer.body, rule) };
  }
}

function encode(answer: Answer, rule: RuleNamed<'encoding'>): Answer {
  const type = rule.charset === undefined ? 'application/json' : `application/json; charset=${rule.charset}`;
  const others = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return {
    ...answer,
    headers: [['Content-Type', type], ...others],
    body: encodeText(answer.body.toString('utf8'), rule.encoding),
  };
}

function encodeText(text: string, encoding: RuleNamed<'encoding'>['encoding']): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

function compress(body: Buffer, rule: RuleNamed<'gzip'>): Buffer {
  const compressed = gzipSync(body);
  switch (rule.fault) {
    case 'not gzip':
      return body;
    case 'double':
      return gzipSync(compressed);
    case 'cut off':
      return compressed.subarray(0, Math.floor(compressed.length / 2));
  }
}

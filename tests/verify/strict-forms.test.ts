import { describe, expect, it } from 'vitest';
import { parseProof } from '#domain/log/proof.ts';
import { readDer, readTime } from '#verify/x509/der.ts';
import { readOcspResponse } from '#verify/x509/ocsp.ts';
import { readRevocationList } from '#verify/x509/revocation-list.ts';
import { der, generalizedTime, integer, octets, oid, sequence } from '../vectors/seal/make/der.ts';

const text = (tag: number, content: string) => der(tag, Buffer.from(content));
const NOW = generalizedTime(new Date('2026-11-20T12:00:00Z'));

describe('a time', () => {
  const read = (tag: number, content: string) => readTime(readDer(text(tag, content))).toISOString();
  it.each([
    [0x17, '261120120000Z', '2026-11-20T12:00:00.000Z'],
    [0x17, '991231235959Z', '1999-12-31T23:59:59.000Z'],
    [0x18, '20280229000000Z', '2028-02-29T00:00:00.000Z'],
    [0x18, '20261120120000.25Z', '2026-11-20T12:00:00.250Z'],
  ])('of tag %i, %s, is read', (tag, content, time) => expect(read(tag, content)).toBe(time));
  it.each([
    [0x18, '20260230000000Z'],
    [0x18, '20261131000000Z'],
    [0x18, '20261120240000Z'],
    [0x18, '20261120126000Z'],
    [0x18, '20261120120000.50Z'],
    [0x18, '20261120120000.Z'],
    [0x18, '20261120120000'],
    [0x18, '261120120000Z'],
    [0x17, '20261120120000Z'],
  ])('of tag %i, %s, is refused', (tag, content) => expect(() => read(tag, content)).toThrow('time'));
});

describe('an OCSP response', () => {
  type Parts = Partial<Record<'version' | 'responder' | 'status' | 'update' | 'extensions', Buffer[]>>;
  const response = ({
    version = [],
    responder = [der(0xa2, octets(Buffer.alloc(20)))],
    status = [der(0x80)],
    update = [NOW],
    extensions = [],
  }: Parts) => {
    const hash = octets(Buffer.alloc(20));
    const id = sequence(sequence(oid('1.3.14.3.2.26'), der(0x05)), hash, hash, integer(7));
    const answer = sequence(id, ...status, ...update);
    const body = sequence(...version, ...responder, NOW, sequence(answer), ...extensions);
    const basic = sequence(body, sequence(oid('1.2.840.10045.4.3.2')), der(0x03, Uint8Array.of(0, 1)));
    return sequence(
      der(0x0a, Uint8Array.of(0)),
      der(0xa0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))),
    );
  };
  it.each<[string, Parts]>([
    ['as it usually is', {}],
    ['with its version written out', { version: [der(0xa0, integer(0))] }],
    ['by name', { responder: [der(0xa1, sequence())] }],
    ['with a reason', { status: [der(0xa1, NOW, der(0xa0, der(0x0a, Uint8Array.of(1))))] }],
  ])('%s is read', (_, parts) => expect(readOcspResponse(response(parts)).answers).toHaveLength(1));
  it.each<[string, Parts]>([
    ['of another version', { version: [der(0xa0, integer(1))] }],
    ['without a version in its place', { version: [der(0xa0)] }],
    ['of nobody', { responder: [der(0xa2)] }],
    ['of a responder in another form', { responder: [der(0xa2, sequence())] }],
    ['with content in its status', { status: [der(0x80, Uint8Array.of(1))] }],
    ['with a reason of another type', { status: [der(0xa1, NOW, der(0xa0, integer(1)))] }],
    ['with a short year', { update: [text(0x17, '261120120000Z')] }],
    ['with an empty list of extensions', { extensions: [der(0xa1, sequence())] }],
  ])('%s is refused', (_, parts) => expect(() => readOcspResponse(response(parts))).toThrow());
});

it('takes the earliest date of a certificate that a revocation list has twice', () => {
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const entry = (day: string) => sequence(integer(10), text(0x17, `2611${day}000000Z`));
  for (const days of [
    ['19', '22'],
    ['22', '19'],
  ]) {
    const body = sequence(integer(1), algorithm, sequence(), NOW, NOW, sequence(...days.map(entry)));
    const list = sequence(body, algorithm, der(0x03, Uint8Array.of(0, 1)));
    expect(readRevocationList(list).revoked.get('0a')?.toISOString()).toBe('2026-11-19T00:00:00.000Z');
  }
});

it('refuses a proof whose extra line is not base64', () => {
  const proof = (extra: string) => `c2sp.org/tlog-proof@v1\n${extra}index 0\n\nexample.com/log\n1\n`;
  expect(parseProof(proof(''))?.index).toBe(0);
  expect(parseProof(proof('extra aGVsbG8=\n'))?.index).toBe(0);
  expect(parseProof(proof('extra hello!\n'))).toBeNull();
});

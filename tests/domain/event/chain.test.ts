import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import {
  GENESIS_HASH,
  linkEvent,
  verifyChain,
  type LinkedEvent,
  type UnlinkedEvent,
} from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

interface GoldenChain {
  name: string;
  head: string;
  events: LinkedEvent[];
}

const vectors = JSON.parse(
  readFileSync(new URL('../../vectors/event-chain.json', import.meta.url), 'utf8'),
) as { chains: GoldenChain[] };

function golden(name: string): GoldenChain {
  const chain = vectors.chains.find((candidate) => candidate.name === name);
  if (!chain) throw new Error(`no golden chain named ${name}`);
  return structuredClone(chain);
}

function goldenEvents(name: string): [LinkedEvent, LinkedEvent, LinkedEvent] {
  const [first, second, third] = golden(name).events;
  if (!first || !second || !third) throw new Error(`the golden chain ${name} is too short`);
  return [first, second, third];
}

/** Relinks events from scratch, as anyone without the sealed head could. */
function relink(events: readonly UnlinkedEvent[]): LinkedEvent[] {
  let prevHash = GENESIS_HASH;
  return events.map((event) => {
    const linked = { ...event, prevHash, ...linkEvent({ ...event, prevHash }, computeSha256Hex) };
    prevHash = linked.hash;
    return linked;
  });
}

describe('golden vectors', () => {
  it('holds the chains that matter', () => {
    expect(vectors.chains.map((chain) => chain.name)).toEqual([
      ...[
        'ascii',
        'composed',
        'decomposed',
        'arabic',
        'cjk',
        'emoji',
        'escapes',
        'nulls',
        'nested',
        'erased',
      ],
    ]);
  });

  it.each(vectors.chains.map((chain) => [chain.name, chain] as const))(
    'verifies the chain %s',
    (_name, chain) => {
      expect(verifyChain(chain.events, computeSha256Hex)).toEqual({
        ok: true,
        head: chain.head,
        length: chain.events.length,
      });
    },
  );

  it.each(
    vectors.chains.filter((chain) => chain.name !== 'erased').map((chain) => [chain.name, chain] as const),
  )('computes digest and hash of each event of the chain %s', (_name, chain) => {
    for (const event of chain.events) {
      if (event.salt === null) throw new Error('the vector is erased');
      const linked = linkEvent({ ...event, salt: event.salt }, computeSha256Hex);
      expect(linked).toEqual({ digest: event.digest, hash: event.hash });
    }
  });

  it('keeps composed and decomposed names apart: nothing is normalized on the way', () => {
    expect(golden('composed').events[0]?.payload).not.toEqual(golden('decomposed').events[0]?.payload);
    const [composed, decomposed] = [goldenEvents('composed')[0], goldenEvents('decomposed')[0]];
    const [salt, name] = [
      composed.salt ?? '',
      (event: LinkedEvent) => toCanonicalJson(event.payload).normalize('NFC'),
    ];
    expect(name(composed)).toBe(name(decomposed));
    const digests = [composed, decomposed].map(
      (event) => linkEvent({ ...event, salt }, computeSha256Hex).digest,
    );
    expect(digests[0]).not.toBe(digests[1]);
  });
});

describe('verifyChain', () => {
  it('takes the empty chain, whose head is the genesis hash', () => {
    expect(verifyChain([], computeSha256Hex)).toEqual({ ok: true, head: '0'.repeat(64), length: 0 });
  });

  it.each([
    ['actorId', { actorId: 'someone' }, 'digest_mismatch'],
    ['payload', { payload: { displayName: 'Ada Lovelacé' } }, 'digest_mismatch'],
    ['ipAddress', { ipAddress: '192.0.2.8' }, 'digest_mismatch'],
    ['userAgent', { userAgent: null }, 'digest_mismatch'],
    ['salt', { salt: '0'.repeat(32) }, 'digest_mismatch'],
    ['digest', { digest: '0'.repeat(64) }, 'digest_mismatch'],
    ['actorType', { actorType: 'signer' }, 'hash_mismatch'],
    ['action', { action: 'envelope.voided' }, 'hash_mismatch'],
    ['occurredAt', { occurredAt: '2026-11-21T09:02:00.015Z' }, 'hash_mismatch'],
    ['hash', { hash: '0'.repeat(64) }, 'hash_mismatch'],
    ['prevHash', { prevHash: '1'.repeat(64) }, 'prev_hash_mismatch'],
    ['envelopeId', { envelopeId: 'env_other' }, 'other_envelope'],
    ['organizationId', { organizationId: 'org_other' }, 'other_envelope'],
    ['seq', { seq: 4 }, 'seq_gap'],
    ['the salt alone erased', { salt: null }, 'partly_erased'],
    [
      'a payload beside an erased salt',
      { salt: null, actorId: null, ipAddress: null, userAgent: null },
      'partly_erased',
    ],
    ['a payload that is not JSON', { payload: '\ud800' }, 'not_canonical'],
  ] as const)('finds a changed event: %s', (_name, change, reason) => {
    const [first, second, third] = goldenEvents('ascii');
    const verdict = verifyChain([first, { ...second, ...change }, third], computeSha256Hex);
    expect(verdict).toEqual({ ok: false, seq: 2, reason });
  });

  it('finds a changed envelope in the first event, where nothing precedes it', () => {
    const [first, second, third] = goldenEvents('ascii');
    const verdict = verifyChain([{ ...first, envelopeId: 'env_other' }, second, third], computeSha256Hex);
    expect(verdict).toEqual({ ok: false, seq: 1, reason: 'hash_mismatch' });
  });

  it('finds a removed, repeated or reordered event', () => {
    const [first, second, third] = goldenEvents('ascii');
    expect(verifyChain([second, third], computeSha256Hex)).toEqual({ ok: false, seq: 1, reason: 'seq_gap' });
    expect(verifyChain([first, third], computeSha256Hex)).toEqual({ ok: false, seq: 2, reason: 'seq_gap' });
    expect(verifyChain([first, first], computeSha256Hex)).toEqual({ ok: false, seq: 2, reason: 'seq_gap' });
    expect(verifyChain([first, third, second], computeSha256Hex)).toEqual({
      ok: false,
      seq: 2,
      reason: 'seq_gap',
    });
  });

  it('finds an inserted event that was renumbered and hashed correctly by itself', () => {
    const [first, second, third] = goldenEvents('ascii');
    const forged = { ...second, salt: 'f'.repeat(32), actorId: 'user_mallory', prevHash: first.hash };
    const verdict = verifyChain(
      [first, { ...forged, ...linkEvent(forged, computeSha256Hex) }, third],
      computeSha256Hex,
    );
    expect(verdict).toEqual({ ok: false, seq: 3, reason: 'prev_hash_mismatch' });
  });

  it('gives a different head for a chain that was cut or rewritten as a whole', () => {
    const { events, head } = golden('ascii');
    const cut = verifyChain(events.slice(0, 2), computeSha256Hex);
    expect(cut).toMatchObject({ ok: true, length: 2 });
    expect(cut).not.toMatchObject({ head });
    const rewritten = relink(
      events.map((event) => ({ ...event, salt: 'a'.repeat(32), userAgent: 'forged' })),
    );
    const verdict = verifyChain(rewritten, computeSha256Hex);
    expect(verdict).toMatchObject({ ok: true, length: 3 });
    expect(verdict).not.toMatchObject({ head });
  });

  it('verifies after any event was erased, with the same head', () => {
    const { events, head } = golden('nested');
    const nothing = { salt: null, actorId: null, payload: null, ipAddress: null, userAgent: null };
    for (const erased of events) {
      const remaining = events.map((event) => (event === erased ? { ...event, ...nothing } : event));
      expect(verifyChain(remaining, computeSha256Hex)).toEqual({ ok: true, head, length: events.length });
    }
  });

  it('does not mistake an erased event for one that never had details', () => {
    const [first] = goldenEvents('nulls');
    const { digest } = linkEvent({ ...first, salt: 'b'.repeat(32) }, computeSha256Hex);
    expect(digest).not.toBe(first.digest);
  });
});

describe('linkEvent', () => {
  it('covers exactly the listed members, whatever else the record carries', () => {
    const [event] = goldenEvents('ascii');
    const record = { ...event, salt: event.salt ?? '', id: 'evt_1', extra: 'ignored' };
    expect(linkEvent(record, computeSha256Hex)).toEqual({ digest: event.digest, hash: event.hash });
  });
});

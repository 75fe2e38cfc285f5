import { earlierCheckpoint, type Keys, laterCheckpoint, logKey, published } from './log.ts';
import { sha256 } from './pdf.ts';
import { eventsOf, withSealedEvent } from './seals.ts';
import type { Files, Vector } from './vector.ts';

/** The public log: the exported evidence is right, and the proof of its publication may not be. */
export function publications({ presented, bB }: Files, keys: Keys): Vector[] {
  const events = withSealedEvent(eventsOf(sha256(presented)), sha256(bB));
  const options = { logKey: keys.log.vkey, witness: keys.witness.vkey, quorum: '1' };
  const vector = (
    name: string,
    about: string,
    log: object,
    own: Readonly<Record<string, string>> = {},
  ): Vector => ({
    name: `log-${name}`,
    about,
    file: bB,
    evidence: JSON.stringify({
      ...{ envelopeId: 'env_01', organizationId: 'org_01', events, headHash: events.at(-1)?.hash, log },
    }),
    options: { ...options, ...own },
  });
  const shorter = published(events.slice(0, 3), keys);
  const right = published(events, keys);
  const rewritten = events.map((event, index) => (index === 5 ? { ...event, hash: sha256('other') } : event));
  return [
    vector('published', 'Valid: the log has the head, and a witness signed.', right),
    vector('older-head', 'Valid: the log has an older head of the same chain.', shorter),
    vector('rewritten', 'The log has another hash for the event.', published(rewritten, keys)),
    vector(
      'truncated-chain',
      "The log has an event that the chain doesn't have.",
      published(withSealedEvent(events, sha256('x')), keys),
    ),
    vector(
      'other-envelope',
      'The entry is that of another envelope.',
      published(eventsOf(sha256(presented), 'env_02'), keys),
    ),
    vector('salt-changed', 'The preimage has another nonce.', {
      ...right,
      preimage: right.preimage.replace('00112233', '99112233'),
    }),
    vector('preimage-spelled', 'The preimage is not canonical JSON.', {
      ...right,
      preimage: ` ${right.preimage}`,
    }),
    vector(
      'not-included',
      'The proof leads to another root.',
      published(events, keys, { sibling: sha256('other') }),
    ),
    vector('index-differs', 'The proof is for another place.', { ...right, index: 2 }),
    vector(
      'checkpoint-replaced',
      'Somebody else signed the checkpoint.',
      published(events, keys, { signer: logKey('x', 'log') }),
    ),
    vector(
      'cosignature-moved',
      'The witness signed another checkpoint.',
      published(events, keys, { cosignedText: 'other\n' }),
    ),
    vector('too-few-witnesses', 'Valid but for the number of witnesses.', right, { quorum: '2' }),
    vector('continued', 'Valid: a later checkpoint continues this one.', right, {
      later: laterCheckpoint(events, keys),
    }),
    vector('not-reached', 'Valid, but the log was asked for a later checkpoint and gave none.', right, {
      later: '',
    }),
    vector('rolled-back', 'The later checkpoint has fewer entries.', right, {
      later: earlierCheckpoint(events, keys),
    }),
    vector('later-cosignature-moved', 'The witness signed another checkpoint than the later one.', right, {
      later: laterCheckpoint(events, keys, { cosignedText: 'other\n' }),
    }),
    vector('forked', 'A later checkpoint has another entry in the place of the third.', right, {
      later: laterCheckpoint(events, keys, { third: sha256('other') }),
    }),
    vector('continued-unsigned', 'Somebody else signed the later checkpoint.', right, {
      later: laterCheckpoint(events, keys, { signer: logKey('x', 'log') }),
    }),
    vector('continued-elsewhere', 'The proof starts from another checkpoint.', right, {
      later: laterCheckpoint(events, keys, { oldSize: 2 }),
    }),
    vector('key-not-given', "Valid, but nothing is said about the log's key.", right, { logKey: '' }),
    vector('other-key', 'Valid, but the given key is that of another log.', right, {
      logKey: logKey('other.example.com/log', 'log').vkey,
    }),
  ];
}

import { expect, it } from 'vitest';
import { createCopies } from '#domain/envelope/copies.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { seal } from '#domain/envelope/seal.ts';
import { accepted, factsAt, PREPARED, sentGraph } from '../../support/graphs.ts';

const ADA = { name: 'Ada', email: 'ada@example.com' };

function listEmails(graph: EnvelopeGraph): string[] {
  const sealed = { ...PREPARED, variant: 'sealed' as const };
  const completed = { ...graph, envelope: { ...graph.envelope, status: 'completed' as const } };
  const { effects = [] } = accepted(
    seal(completed, { sealed, certificate: null, level: 'B-B', dueAt: null }, 'CN=Acme', factsAt()),
  );
  const people = new Map<string, string>([
    ['sender', 'sender'],
    ...graph.participants.map(({ id, email, role }) => [id, `${email} ${role}`] as const),
    ...graph.copies.map(({ id, email }) => [id, `${email} copy`] as const),
  ]);
  return effects.flatMap(({ payload }) => {
    const to = 'recipient' in payload ? payload.recipient : 'copyId' in payload ? payload.copyId : null;
    return to === null ? [] : [people.get(to) ?? to];
  });
}

it('someone with several roles gets one email when everyone has signed', () => {
  const graph = sentGraph({
    participants: [
      { ...ADA, role: 'signer' },
      { name: 'Ada L.', email: 'Ada@example.com', role: 'approver' },
      { name: 'Bob', email: 'bob@example.com' },
    ],
    fields: [],
  });
  const copies = createCopies(
    [
      { ...ADA, when: 'sent' },
      { name: 'Eve', email: 'eve@example.com', when: 'completed' },
    ],
    graph.envelope,
    factsAt(),
  );
  expect(listEmails({ ...graph, copies })).toEqual([
    'sender',
    'ada@example.com signer',
    'bob@example.com signer',
    'eve@example.com copy',
  ]);
});

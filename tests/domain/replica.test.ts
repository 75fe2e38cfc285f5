import { expect, it } from 'vitest';
import { findReplicaFault, type ReplicaPosition } from '#domain/replica.ts';

const primary = { database: '7 countersign', timeline: 2, location: '1/FFFFFFF8' };
const replica: ReplicaPosition = { ...primary, follows: true };

it.each<[string, Partial<ReplicaPosition>, ReturnType<typeof findReplicaFault>]>([
  ['at the same position', {}, null],
  ['ahead', { location: '2/0' }, null],
  ['behind', { location: '1/FFFFFFF0' }, 'behind'],
  ['behind, with more digits below', { location: '0/FFFFFFFF' }, 'behind'],
  ['that has replayed nothing', { location: '0/0' }, 'behind'],
  ['that was promoted', { follows: false, timeline: 3, location: '3/0' }, 'not_following'],
  ['of a former primary', { timeline: 1, location: '3/0' }, 'other_timeline'],
  ['of another database', { database: '8 countersign' }, 'other_database'],
])('a replica %s', (_, changed, fault) => {
  expect(findReplicaFault(primary, { ...replica, ...changed })).toBe(fault);
});

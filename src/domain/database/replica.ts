/** Where a database server is in the changes of its cluster. */
export type Position = {
  /** What only the copies of one database have in common. */
  readonly database: string;
  /** Goes up by one when a replica becomes the primary. */
  readonly timeline: number;
  /** PostgreSQL's position in its log, such as `1/A0B3C4D8`. */
  readonly location: string;
};
export type ReplicaPosition = Position & { readonly follows: boolean };

/** Why lists aren't read from the replica. */
export type ReplicaFault =
  'away' | 'behind' | 'no_position' | 'not_following' | 'other_database' | 'other_timeline';

/** Tells why a replica may lack changes that the primary had at `primary`; null if it has them all. */
export function findReplicaFault(primary: Position, replica: ReplicaPosition): ReplicaFault | null {
  if (replica.database !== primary.database) return 'other_database';
  if (!replica.follows) return 'not_following';
  // Locations of different timelines say nothing about each other.
  if (replica.timeline !== primary.timeline) return 'other_timeline';
  return parseLocation(replica.location) < parseLocation(primary.location) ? 'behind' : null;
}

function parseLocation(location: string): bigint {
  const [high = '', low = ''] = location.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

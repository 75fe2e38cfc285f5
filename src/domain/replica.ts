/** How far a database server has come in the changes of its cluster. */
export type Position = {
  /** An identifier that only the copies of one database share. */
  readonly database: string;
  /** Goes up by one when a replica becomes the primary. */
  readonly timeline: number;
  /** PostgreSQL's position in its write-ahead log, such as `1/A0B3C4D8`. */
  readonly location: string;
};
export type ReplicaPosition = Position & { readonly follows: boolean };

/** Why lists aren't being read from the replica. */
export type ReplicaFault =
  'away' | 'behind' | 'no_position' | 'not_following' | 'other_database' | 'other_timeline';

/** Returns why a replica may lack changes that the primary had at `primary`, or null if it has them all. */
export function findReplicaFault(primary: Position, replica: ReplicaPosition): ReplicaFault | null {
  if (replica.database !== primary.database) return 'other_database';
  if (!replica.follows) return 'not_following';
  // Locations on different timelines can't be compared.
  if (replica.timeline !== primary.timeline) return 'other_timeline';
  return parseLocation(replica.location) < parseLocation(primary.location) ? 'behind' : null;
}

function parseLocation(location: string): bigint {
  const [high = '', low = ''] = location.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

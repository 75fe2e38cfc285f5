/** Whose document it is, and who waits for it. */
export interface Requester {
  readonly organizationId: string;
  /** A request is refused while too much of its organization's work is waiting; a job never is. */
  readonly waiting: 'request' | 'job';
  /** Aborted when nobody waits any longer. */
  readonly signal?: AbortSignal;
}

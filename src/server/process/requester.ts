/** The organization that a document belongs to, and who is waiting for it. */
export interface Requester {
  readonly organizationId: string;
  /** A request is refused while too much of its organization's work is waiting. A job never is. */
  readonly waiting: 'request' | 'job';
  /** Aborted when nobody is waiting any longer. */
  readonly signal?: AbortSignal;
}

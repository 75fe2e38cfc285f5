/** Why a request to a user-supplied URL got no response. */
export type OutboundFailure =
  'forbidden_url' | 'forbidden_address' | 'unresolvable' | 'unreachable' | 'untrusted' | 'timeout';

const SENTENCES: Readonly<Record<OutboundFailure, string>> = {
  forbidden_url: 'The URL must use https and have no user name or password.',
  forbidden_address: 'The host resolves to a blocked address.',
  unresolvable: "The host name couldn't be resolved.",
  unreachable: 'The connection was refused or closed.',
  untrusted: "The host's certificate isn't trusted.",
  timeout: "The host didn't respond in time.",
};

/**
 * A request that failed. The message reveals nothing about the internal network and can be shown to anyone.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, options?: ErrorOptions) {
    super(SENTENCES[reason], options);
    this.reason = reason;
  }
}

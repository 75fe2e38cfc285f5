/** Why a request to an address that others chose did not get an answer. */
export type OutboundFailure =
  'forbidden_url' | 'forbidden_address' | 'unresolvable' | 'unreachable' | 'untrusted' | 'timeout';

const SENTENCES: Readonly<Record<OutboundFailure, string>> = {
  forbidden_url: 'The URL must be https, without a user name or password.',
  forbidden_address: 'The host is at an address that requests may not go to.',
  unresolvable: 'The name of the host could not be resolved.',
  unreachable: 'The connection was refused or broke off.',
  untrusted: 'The certificate of the host is not trusted.',
  timeout: 'There was no answer in time.',
};

/** A request that was not made or not answered. The message names nothing of our network and may be shown to anyone. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundFailure;

  constructor(reason: OutboundFailure, options?: ErrorOptions) {
    super(SENTENCES[reason], options);
    this.reason = reason;
  }
}

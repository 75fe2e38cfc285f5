/**
 * Where to connect and as which user: a URL, or the embedded server's socket directory. If the URL leads through a
 * pooler, `direct` leads to the server itself, as the owner of the tables.
 */
export type DatabaseAddress =
  | { readonly kind: 'url'; readonly url: string; readonly direct?: string }
  | {
      readonly kind: 'socket';
      readonly directory: string;
      readonly database: string;
      readonly user: string;
      readonly password: string;
    };

/** Returns the address for what a session keeps, such as channels that it listens on, which a pooler would share. */
export function toDirectAddress(address: DatabaseAddress): DatabaseAddress {
  return address.kind === 'url' && address.direct !== undefined
    ? { kind: 'url', url: address.direct }
    : address;
}

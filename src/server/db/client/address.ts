/** Where a PostgreSQL database answers: a connection URL, or the socket directory of the embedded server. */
export type DatabaseAddress =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'socket'; readonly directory: string; readonly database: string; readonly user: string };

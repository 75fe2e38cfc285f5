/** Where to connect and as which user: a URL, or the embedded server's socket directory. */
export type DatabaseAddress =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'socket';
      readonly directory: string;
      readonly database: string;
      readonly user: string;
      readonly password: string;
    };

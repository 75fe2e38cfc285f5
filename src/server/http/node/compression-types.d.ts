declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Options = {
    /** Shorter answers stay as they are, in bytes. */
    readonly threshold: number;
    /** Tells whether an answer may be compressed; called when its header is about to be sent. */
    readonly filter: (request: IncomingMessage, response: ServerResponse) => boolean;
  };

  export default function compression(
    options: Options,
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

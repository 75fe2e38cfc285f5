import type { PageCaller } from '#server/procedures/router.ts';
import type { Session } from '#server/surface/principal.ts';

declare global {
  namespace App {
    interface Locals {
      requestId: string;
      /** Who is signed in, and in which organization; null for a visitor. */
      session: Session | null;
      /** The only other origin that may show the page in a frame; null for none. */
      frameOrigin: string | null;
      /** The procedures, called in process as this session: everything that pages need of the server. */
      caller: PageCaller;
    }
    interface Error {
      code?: string;
      requestId?: string;
    }
  }
}

export {};

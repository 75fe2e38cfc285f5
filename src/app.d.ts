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
    interface PageData {
      /** The signed-in person's browser as it was last seen; null or missing if it's unknown. */
      reader?: { readonly timeZone: string; readonly languages: readonly string[] } | null;
    }
    interface PageState {
      /** How many steps a signer is away from their first page (ui/signer/BackSteps.svelte). */
      step?: number;
    }
    interface Error {
      code?: string;
      requestId?: string;
    }
  }
}

export {};

import type { App as CountersignApp } from './server/app/app.ts';
import type { DashboardCaller } from '#server/procedures/router.ts';
import type { Session } from '#server/surface/principal.ts';

declare global {
  namespace App {
    interface Locals {
      /** The running server: everything that pages need of it is reached through here. */
      app: CountersignApp;
      requestId: string;
      /** Who is logged in, and in which organization; null for a visitor. */
      session: Session | null;
      /** The procedures of the dashboard, called in process as this session. */
      caller: DashboardCaller;
    }
    interface Error {
      code?: string;
      requestId?: string;
    }
  }
}

export {};

import type { Services } from '#server/app/services.ts';

/** What keeping the log needs. */
export type LogServices = Pick<
  Services,
  'config' | 'db' | 'storage' | 'outbound' | 'timestamps' | 'clock' | 'log'
>;

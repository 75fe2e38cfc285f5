import type { Services } from '#server/runtime/services.ts';

/** The services that keeping the log needs. */
export type LogServices = Pick<
  Services,
  'config' | 'db' | 'storage' | 'outbound' | 'timestamps' | 'clock' | 'log'
>;

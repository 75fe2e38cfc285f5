export const ACTOR_TYPES = ['sender', 'signer', 'api_key', 'agent', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Who an event names: a user of the dashboard, a participant, an API key, an OAuth client, or the service. */
export type Actor =
  | { readonly type: 'sender'; readonly id: string }
  | { readonly type: 'signer'; readonly id: string }
  | { readonly type: 'api_key'; readonly id: string }
  | { readonly type: 'agent'; readonly id: string }
  | { readonly type: 'system'; readonly id: null };

/** The service itself. */
export const SYSTEM: Actor = { type: 'system', id: null };

export const ACTOR_TYPES = ['sender', 'signer', 'api_key', 'agent', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Who caused an event. */
export type Actor =
  | { readonly type: 'sender'; readonly id: string }
  | { readonly type: 'signer'; readonly id: string }
  | { readonly type: 'api_key'; readonly id: string }
  | { readonly type: 'agent'; readonly id: string }
  | { readonly type: 'system'; readonly id: null };

export const SYSTEM: Actor = { type: 'system', id: null };

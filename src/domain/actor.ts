export const ACTOR_TYPES = ['sender', 'signer', 'api_key', 'agent', 'application', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Who caused an event. */
export type Actor =
  | { readonly type: 'sender'; readonly id: string }
  | { readonly type: 'signer'; readonly id: string }
  | { readonly type: 'api_key'; readonly id: string }
  | { readonly type: 'agent'; readonly id: string }
  /** An organization's application, for one of its users. The id is that of a page's session. */
  | { readonly type: 'application'; readonly id: string }
  | { readonly type: 'system'; readonly id: null };

export const SYSTEM: Actor = { type: 'system', id: null };

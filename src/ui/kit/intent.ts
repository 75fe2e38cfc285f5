/** What a colour says: nothing, in progress, well, look here, wrong. Never the only bearer of the message. */
export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';

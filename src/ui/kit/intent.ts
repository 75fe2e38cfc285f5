/** What a color says. Never the only sign of it. */
export type Intent = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';

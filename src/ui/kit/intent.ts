/** What a color means. Color is never the only sign of the meaning. */
export type Intent = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger';

/** For inputs with identifiers and addresses, which aren't words of any language. */
export const TECHNICAL = {
  dir: 'ltr',
  autocomplete: 'off',
  autocapitalize: 'off',
  spellcheck: false,
} as const;

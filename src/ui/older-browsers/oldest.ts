/**
 * The oldest browsers that people can sign in. They are four years old. Pages are compiled for their syntax
 * and their CSS.
 */
export const OLDEST_BROWSERS = {
  chrome: '100',
  edge: '100',
  firefox: '102',
  safari: '15.4',
  ios: '15.4',
} as const;

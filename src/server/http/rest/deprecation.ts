import type { Deprecation } from '#server/trpc/init.ts';

/**
 * Returns the headers that announce the end of an operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594)
 * once the end is known, and a link to the replacement.
 */
export function buildDeprecationHeaders({ since, sunset, guide }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === null ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: `<${guide}>; rel="deprecation"; type="text/html"`,
  };
}

import { describe, expect, it } from 'vitest';
import { arrive, buildReplyHeaders } from '#server/surface/arrival.ts';
import { SURFACES } from '#server/surface/table.ts';
import { useApi } from '../support/api.ts';
import { ORIGIN } from '../support/session.ts';

const api = useApi();

/**
 * Pages that other sites may open as a popup and wait for, or frame. All others are isolated from other
 * sites' windows.
 */
const OPENED_BY_OTHERS: readonly string[] = [
  ...['/', '/login', '/login/single-sign-on', '/logout', '/unlock', '/signup', '/signup/confirm', '/forgot'],
  ...[
    '/reset',
    '/confirm',
    '/digest',
    '/invitation',
    '/oauth/consent',
    '/sign/session',
    '/edit/session',
    '/forms',
  ],
];

function headersOf(path: string): Record<string, string> {
  const arrival = arrive({ method: 'GET', headers: new Headers() }, new URL(path, ORIGIN), null);
  return buildReplyHeaders(arrival, api.services.config.http);
}

describe.each(SURFACES.map(({ prefix }) => prefix))('answers of %s', (prefix) => {
  it('may not be embedded by other sites, and ask nothing of the device', () => {
    const headers = headersOf(prefix.replaceAll('*', 'env_x'));
    // The signer's API answers requests from the web app's origin, which CORS limits.
    const expected = prefix === '/api/signer' ? 'cross-origin' : 'same-origin';
    expect(headers['cross-origin-resource-policy']).toBe(expected);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(headers['permissions-policy']).toContain(`${feature}=()`);
  });
});

it('isolates every page from the windows of other sites, but for those that others open', () => {
  const pages = SURFACES.filter(
    ({ frames, prefix }) => frames !== null && !/^\/(api|mcp|sso|scim|oauth\/(?!consent)|\.)/.test(prefix),
  );
  const open = pages
    .map(({ prefix }) => prefix)
    .filter(
      (prefix) => headersOf(prefix.replaceAll('*', 'env_x'))['cross-origin-opener-policy'] !== 'same-origin',
    );
  expect(open.sort()).toEqual([...OPENED_BY_OTHERS].sort());
});

it.each(['/api/v1/envelopes', '/api/health', '/api/openapi.json', '/api/trpc/x', '/api/none', '/mcp'])(
  'sends them with %s, refused or not',
  async (path) => {
    const { headers } = await api.call('GET', path);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

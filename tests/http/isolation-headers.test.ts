import { describe, expect, it } from 'vitest';
import { arrive, buildReplyHeaders } from '#server/surface/arrival.ts';
import { SURFACES } from '#server/surface/table.ts';
import { useApi } from '../support/api.ts';
import { ORIGIN } from '../support/session.ts';

const api = useApi();

/**
 * Pages of the authorization server, which agents open as a popup and wait for, and pages that other sites
 * frame. All others are isolated from other sites' windows.
 */
const OPENED_BY_OTHERS: readonly string[] = ['/oauth/consent', '/sign/session', '/edit/session'];

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

it.each(['/login', '/login/single-sign-on', '/signup', '/unlock'])(
  'isolates %s unless it leads to an agent that waits for its popup',
  (path) => {
    expect(headersOf(path)['cross-origin-opener-policy']).toBe('same-origin');
    const next = (to: string) => `${path}?next=${encodeURIComponent(to)}`;
    expect(headersOf(next('/oauth/consent/x'))['cross-origin-opener-policy']).toBeUndefined();
    expect(headersOf(next('/envelopes?x=/oauth/'))['cross-origin-opener-policy']).toBe('same-origin');
  },
);

it.each(['/api/v1/envelopes', '/api/health', '/api/openapi.json', '/api/trpc/x', '/api/none', '/mcp'])(
  'sends them with %s, refused or not',
  async (path) => {
    const { headers } = await api.call('GET', path);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

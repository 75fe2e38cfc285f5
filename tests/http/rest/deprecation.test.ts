import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeOperation } from '#server/http/openapi/operation.ts';
import { buildDeprecationHeaders } from '#server/http/rest/rest.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();

const ENDING = { since: '2027-01-15', sunset: '2028-01-15', guide: '/api/docs/versions' } as const;

it('announces the end of an operation as RFC 9745 and RFC 8594 say', () => {
  expect(buildDeprecationHeaders(ENDING)).toEqual({
    deprecation: '@1799971200',
    sunset: 'Sat, 15 Jan 2028 00:00:00 GMT',
    link: '</api/docs/versions>; rel="deprecation"; type="text/html"',
  });
  expect(buildDeprecationHeaders({ ...ENDING, sunset: null })).not.toHaveProperty('sunset');
});

it('marks a deprecated operation in the OpenAPI document, and no other', () => {
  const [route] = ROUTES;
  if (route === undefined) throw new Error('there are no routes');
  const operation = { summary: 'Ping', description: 'Answers.', tags: ['Ping'], responses: {} };
  const described = (rest: typeof route.rest) =>
    describeOperation({ ...route, rest }, operation as never, z.object({}));
  expect(described({ ...route.rest, deprecated: ENDING })).toHaveProperty('deprecated', true);
  expect(described(route.rest)).not.toHaveProperty('deprecated');
});

it('says so in every answer, refusals too', async () => {
  const rest = ROUTES.find(({ path }) => path === '/api/v1/ping')?.rest;
  if (rest === undefined) throw new Error('there is no ping');
  const { apiKey: key } = await api.tenant();
  const headersOf = async (query = '') => {
    const { headers } = await api.call('GET', `/api/v1/ping${query}`, { key });
    return ['deprecation', 'sunset'].map((name) => headers.get(name));
  };
  Object.assign(rest, { deprecated: ENDING });
  try {
    const ending = ['@1799971200', 'Sat, 15 Jan 2028 00:00:00 GMT'];
    expect(await headersOf()).toEqual(ending);
    expect(await headersOf('?unknown=1')).toEqual(ending);
  } finally {
    Object.assign(rest, { deprecated: undefined });
  }
  expect(await headersOf()).toEqual([null, null]);
});

it('gives every deprecated operation at least a year', () => {
  const short = ROUTES.flatMap(({ name, rest: { deprecated } }) => {
    if (deprecated === undefined || deprecated.sunset === null) return [];
    const days = (Date.parse(deprecated.sunset) - Date.parse(deprecated.since)) / 86_400_000;
    return days < 365 ? [name] : [];
  });
  expect(short).toEqual([]);
});

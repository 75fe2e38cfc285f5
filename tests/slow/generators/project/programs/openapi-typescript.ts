import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript/schema';
import { draft, key, origin, show } from './task';

const client = createClient<paths>({ baseUrl: origin, headers: { authorization: `Bearer ${key}` } });
const mine = await client.GET('/api/v1/me');
const created = await client.POST('/api/v1/envelopes', { body: draft });
const list = await client.GET('/api/v1/envelopes', { params: { query: { limit: 10 } } });
if (!mine.data || !created.data || !list.data) throw new Error('refused');
show(
  mine.data.organization.name,
  created.data.envelope.status,
  list.data.items[0]?.id === created.data.envelope.id,
);

import { envelopeCreate, envelopeList, me } from '../generated/hey-api';
import { client } from '../generated/hey-api/client.gen';
import { draft, key, origin, show } from './task';

client.setConfig({ baseUrl: origin, auth: key });
const mine = await me({ throwOnError: true });
const created = await envelopeCreate({ body: draft, throwOnError: true });
const list = await envelopeList({ query: { limit: 10 }, throwOnError: true });
show(
  mine.data.organization.name,
  created.data.envelope.status,
  list.data.items[0]?.id === created.data.envelope.id,
);

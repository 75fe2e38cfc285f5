import { envelopeCreate, envelopeList, me } from '../generated/orval/api';
import { draft, key, show } from './task';

const options = { headers: { authorization: `Bearer ${key}` } };
const mine = await me(options);
const created = await envelopeCreate(draft, options);
const list = await envelopeList({ limit: 10 }, options);
if (mine.status !== 200 || created.status !== 201 || list.status !== 200) throw new Error('refused');
show(
  mine.data.organization.name,
  created.data.envelope.status,
  list.data.items[0]?.id === created.data.envelope.id,
);

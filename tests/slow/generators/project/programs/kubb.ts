import { envelopeCreate } from '../generated/kubb/clients/envelopeCreate';
import { envelopeList } from '../generated/kubb/clients/envelopeList';
import { me } from '../generated/kubb/clients/me';
import { draft, key, origin, show } from './task';

// Its client sends JSON without declaring it.
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const config = { baseURL: origin, headers };
const mine = await me(undefined, config);
const created = await envelopeCreate(draft, undefined, config);
const list = await envelopeList({ limit: 10 }, undefined, config);
show(mine.organization.name, created.envelope.status, list.items[0]?.id === created.envelope.id);

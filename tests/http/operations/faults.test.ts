import { rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { administratorOf } from '../../support/administrator.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { shownFaults } from '../../support/shown-faults.ts';

const api = useApi({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sign@example.com' } });
const owner = useOwner(api);
let tenant: Tenant;
let cookie: string;

beforeAll(async () => {
  tenant = await api.tenant();
  cookie = await administratorOf(api, owner, tenant);
});
beforeEach(() => {
  api.clock.now = new Date();
});

const addJob = (name: string, state: 'created' | 'retry' | 'failed', due: Date) => owner.sql`
  insert into pgboss.job (name, state, data, output, start_after, completed_on, retry_count, retry_limit) values
    (${name}, ${state}, '{}', '{"message": "broken"}', ${due}, ${state === 'failed' ? due : null}, 3, 3)`;
const clearJobs = () => owner.sql`delete from pgboss.job`;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

type Fault = {
  readonly fault: string;
  readonly provoke: () => Promise<unknown>;
  readonly undo: () => unknown;
  readonly failing: readonly string[];
  readonly metric: RegExp;
  readonly page: readonly string[];
};

const blobs = () => fileURLToPath(api.services.config.storageUrl);
const FAULTS: readonly Fault[] = [
  {
    fault: 'nothing',
    provoke: () => Promise.resolve(),
    undo: () => undefined,
    failing: [],
    metric: /^countersign_event_partitions_ahead 3$/m,
    page: [],
  },
  {
    fault: 'a storage that can’t be written to',
    provoke: async () => {
      await rename(blobs(), `${blobs()}.away`);
      await writeFile(blobs(), '');
    },
    undo: async () => {
      await rm(blobs());
      await rename(`${blobs()}.away`, blobs());
    },
    failing: ['storage'],
    metric: /^countersign_health\{check="storage"\} 0$/m,
    page: ['Documents can’t be stored.'],
  },
  {
    fault: 'no worker',
    provoke: () => addJob('svc/envelope.sent', 'created', minutes(-11)),
    undo: clearJobs,
    failing: ['backlog'],
    metric:
      /^countersign_jobs_due_seconds\{queue="svc\/envelope\.sent"\} 66\d[^]*^countersign_health\{check="backlog"\} 0$/m,
    page: ['Jobs have been waiting for 11 minutes.'],
  },
  {
    fault: 'seals that fail',
    provoke: () => addJob('svc/envelope.completed', 'retry', minutes(10)),
    undo: clearJobs,
    failing: ['seals'],
    metric:
      /^countersign_jobs_waiting\{queue="svc\/envelope\.completed"\} 1$[^]*^countersign_health\{check="seals"\} 0$/m,
    page: ['Some completed documents aren’t sealed yet.'],
  },
  {
    fault: 'jobs that failed for good',
    provoke: () => addJob('svc/webhook.deliver', 'failed', minutes(-1)),
    undo: clearJobs,
    failing: [],
    metric: /^countersign_jobs_failed\{queue="svc\/webhook\.deliver"\} 1$/m,
    page: ['Some jobs failed for good.'],
  },
  {
    fault: 'a log that takes nothing in',
    provoke: async () => {
      api.clock.now = minutes(-180);
      await createDraft(api, tenant.apiKey);
      api.clock.now = new Date();
      await clearJobs();
    },
    undo: () => owner.sql`delete from changed_heads`,
    failing: ['log'],
    metric: /^countersign_health\{check="log"\} 0$/m,
    page: ['The transparency log needs attention.'],
  },
  {
    fault: 'a clock that is two minutes ahead',
    provoke: () => {
      api.clock.now = minutes(2);
      return Promise.resolve();
    },
    undo: () => undefined,
    failing: ['clock'],
    metric: /^countersign_health\{check="clock"\} 0$/m,
    page: [expect.stringContaining('This server’s clock is off by ') as string],
  },
  {
    fault: 'partitions of events that aren’t made',
    provoke: () =>
      owner.sql.unsafe(`do $$ begin
        for months in 2..3 loop
          execute format('drop table %I',
            to_char(now() at time zone 'UTC' + make_interval(months => months), '"events_"YYYY_MM'));
        end loop; end $$`),
    undo: () => owner.sql`select make_event_partitions()`,
    failing: [],
    metric: /^countersign_event_partitions_ahead 1$/m,
    page: ['Event partitions for the coming months are missing.'],
  },
  {
    fault: 'a mail server that is away',
    provoke: () =>
      api.services.mail
        .send({
          organizationId: tenant.organizationId,
          messageId: '<faults@test>',
          to: { name: 'Ann', email: 'ann@example.com' },
          from: { name: 'Countersign', email: 'no-reply@example.com' },
          subject: 'Hello',
          html: '<p>Hello</p>',
          text: 'Hello',
          replyTo: null,
          headers: {},
        })
        .catch(() => undefined),
    undo: () => owner.sql`delete from mail_server_states`,
    failing: ['mail'],
    metric: /^countersign_mails_total\{result="deferred"\} 1$/m,
    page: ['Emails can’t be sent.'],
  },
];

it.each(FAULTS)('$fault shows as documented', async ({ provoke, undo, failing, metric, page }) => {
  await clearJobs();
  await provoke();
  try {
    const now = await shownFaults(api, cookie);
    expect({ ...now, metrics: metric.test(now.metrics) }).toEqual({
      ready: 200,
      failing,
      metrics: true,
      page,
    });
  } finally {
    await undo();
  }
});

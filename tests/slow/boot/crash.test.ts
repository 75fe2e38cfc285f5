import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { signUp } from '../../../scripts/client/dashboard.ts';
import { envelopesOf } from '../../../scripts/client/envelopes.ts';
import { openHttpClient } from '../../../scripts/client/http.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { advance, type Client, isOutage, isOvertaken, type Lifecycle, type Plan } from './crash/lifecycle.ts';
import { allMails } from './crash/mail-book.ts';
import { type Randomness, seeded } from './crash/randomness.ts';
import { faultsOf, type Found, mailFaults, mailsOwed } from './crash/verdict.ts';
import { type Target, type Victim, victimOn } from './crash/victim.ts';

const KILLS = 20;
const CLIENTS = 4;
const ENVELOPES_MAX = 60;
/** How often a client begins another lifecycle rather than going on with one. */
const NEW_SHARE = 0.3;
const SENDER = 'owner@example.com';
/** Jobs of a killed process are taken up when its heartbeat has been missed, and tried again after a while. */
const RECOVERY_MS = 60_000;
const LOOK_AGAIN_MS = 50;
const TARGETS: readonly [Target, ...Target[]] = [
  'program',
  'program',
  'program',
  'program and database',
  'database',
  'one connection of the database',
];
const PLAN_CHOICES: readonly [Plan, ...Plan[]] = [
  'complete',
  'complete',
  'complete',
  'complete',
  'decline first',
  'decline second',
  'delegate first',
  'delegate first',
  'delegate and decline',
  'void delegated',
  'void draft',
  'void sent',
  'void half signed',
  'leave sent',
  'leave half signed',
];

let dataDir: string;
let victim: Victim;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
  victim = await victimOn(dataDir);
});
afterEach(async () => {
  await victim.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('twenty kills at random moments lose nothing and do nothing twice', { timeout: 480_000 }, async () => {
  const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32);
  console.log(`CRASH_SEED=${seed} repeats these plans and moments`);
  const random = seeded(seed);
  await victim.start();
  const http = openHttpClient(victim.origin);
  const owner = {
    organization: 'Crash Ltd',
    name: 'Olga',
    email: SENDER,
    password: 'a long enough password',
  };
  const dashboard = await signUp(http, owner);
  const token = await dashboard.newApiKey('Crash');
  const api = envelopesOf(http, token);
  const client: Client = { http, token, api, dashboard, pdf: await plainPdf(2) };

  const fleet = launch(client, random);
  for (let kill = 0; kill < KILLS; kill += 1) {
    await fleet.active(random.between(100, 1500));
    if (await victim.kill(random.pick(TARGETS))) await victim.start();
  }
  const lifecycles = await fleet.finish();
  const deadline = performance.now() + RECOVERY_MS;
  const found = await sealed(client, lifecycles, deadline);
  const mails = await mailsOnceOwed(client, lifecycles, found, deadline);

  const faults: Record<string, string[]> = {};
  for (const [index, lifecycle] of lifecycles.entries()) {
    const one = found[index];
    if (one === undefined) continue;
    const wrong = [
      ...(await faultsOf(api, one, lifecycle)),
      ...mailFaults(mails.get(lifecycle.document) ?? [], mailsOwed(one, SENDER)),
    ];
    if (wrong.length > 0) faults[`${lifecycle.document} (${lifecycle.plan})`] = wrong;
  }
  expect(faults).toEqual({});
  expect(await namesOf(client)).toEqual(lifecycles.map(({ document }) => document).sort());
  expect(found.filter(({ graph }) => graph.envelope.sealedAt !== null).length).toBeGreaterThan(4);
  http.close();
});

/** Clients that drive lifecycles, several at a time, through every outage. */
function launch(client: Client, random: Randomness) {
  const lifecycles: Lifecycle[] = [];
  const idle = new Set<Lifecycle>();
  let busy = 0;
  let steps = 0;
  let lastStep = 0;
  let isClosing = false;
  const isStuck = () => isClosing && performance.now() - lastStep > RECOVERY_MS;
  const next = () => {
    const isOpen = !isClosing && lifecycles.length < ENVELOPES_MAX;
    if (isOpen && (idle.size === 0 || random.next() < NEW_SHARE)) return planned(lifecycles, random);
    return random.pick([...idle] as [Lifecycle, ...Lifecycle[]]) as Lifecycle | undefined;
  };
  const drive = async () => {
    while (!isClosing || ((idle.size > 0 || busy > 0) && !isStuck())) {
      const lifecycle = next();
      if (lifecycle === undefined) {
        await delay(LOOK_AGAIN_MS);
        continue;
      }
      idle.delete(lifecycle);
      busy += 1;
      const progress = await attempt(client, lifecycle);
      busy -= 1;
      if (progress === 'step') {
        steps += 1;
        lastStep = performance.now();
      }
      if (progress !== 'finished') idle.add(lifecycle);
      if (progress === 'waiting') await delay(LOOK_AGAIN_MS);
    }
  };
  const lanes = Promise.all(Array.from({ length: CLIENTS }, drive));
  // A lane that fails is told by `finish`; until then it must not end the process.
  lanes.catch(() => undefined);
  return {
    /** Settles when at least one more step is done and this time is over: a kill then hits work under way. */
    active: async (milliseconds: number) => {
      const before = steps;
      const until = performance.now() + milliseconds;
      const isIdle = () => steps === before && lifecycles.length < ENVELOPES_MAX;
      while (performance.now() < until || isIdle()) await Promise.race([delay(LOOK_AGAIN_MS), lanes]);
    },
    /** Brings every lifecycle to its end; one that nothing moves any more is left to the verdict. */
    finish: async () => {
      lastStep = performance.now();
      isClosing = true;
      await lanes;
      return lifecycles;
    },
  };
}

function planned(lifecycles: Lifecycle[], random: Randomness): Lifecycle {
  const name = `Agreement ${lifecycles.length + 1}`;
  const address = (who: string) => `${who}.${lifecycles.length + 1}@example.com`;
  const lifecycle: Lifecycle = {
    document: name,
    plan: random.pick(PLAN_CHOICES),
    isDeferred: random.next() < 0.3,
    isGroup: random.next() < 0.4,
    hasApprover: random.next() < 0.3,
    emails: [address('alice'), address('bob')],
    envelopeId: null,
    done: 0,
    acknowledged: [],
  };
  lifecycles.push(lifecycle);
  return lifecycle;
}

async function attempt(client: Client, lifecycle: Lifecycle): Promise<'step' | 'waiting' | 'finished'> {
  try {
    return await advance(client, lifecycle);
  } catch (error) {
    if (isOutage(error) || isOvertaken(error)) return 'waiting';
    throw new Error(`${lifecycle.document} (${lifecycle.plan})`, { cause: error });
  }
}

/** Every envelope with its log, once each completed one is sealed. */
async function sealed({ api }: Client, lifecycles: readonly Lifecycle[], deadline: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const { envelopeId } of lifecycles) {
    let graph = await api.get(envelopeId ?? '');
    while (graph.envelope.status === 'completed' && graph.envelope.sealedAt === null) {
      if (performance.now() > deadline) break;
      await delay(LOOK_AGAIN_MS);
      graph = await api.get(envelopeId ?? '');
    }
    found.push({ graph, events: await api.events(envelopeId ?? '') });
  }
  return found;
}

/** All mails, once none is missing or it takes too long. */
async function mailsOnceOwed(
  { dashboard }: Client,
  lifecycles: readonly Lifecycle[],
  found: readonly Found[],
  deadline: number,
): Promise<Map<string, string[]>> {
  for (;;) {
    const mails = await allMails(dashboard);
    const isMissing = lifecycles.some(({ document }, index) => {
      const one = found[index];
      const there = mails.get(document) ?? [];
      return one !== undefined && mailsOwed(one, SENDER).owed.some((mail) => !there.includes(mail));
    });
    if (!isMissing || performance.now() > deadline) return mails;
    await delay(LOOK_AGAIN_MS);
  }
}

/** The names of all envelopes that there are. */
async function namesOf({ http, token }: Client): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: { displayName: string }[]; nextCursor: string | null } = await http.json(
      'GET',
      `/api/v1/envelopes?limit=100${query}`,
      { token },
    );
    names.push(...page.items.map(({ displayName }) => displayName));
    cursor = page.nextCursor;
  }
  return names.sort();
}

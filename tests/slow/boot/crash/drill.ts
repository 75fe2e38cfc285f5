import { setTimeout as delay } from 'node:timers/promises';

import { signUp } from '../../../../scripts/client/dashboard.ts';
import { createEnvelopesClient } from '../../../../scripts/client/envelopes.ts';
import { plainPdf } from '../../../support/envelopes.ts';
import { launch, LOOK_AGAIN_MS, RECOVERY_MS } from './fleet.ts';
import type { Client, Lifecycle } from './lifecycle.ts';
import { allMails } from './mail-book.ts';
import type { Randomness } from './randomness.ts';
import { faultsOf, type Found, mailFaults, mailsOwed } from './verdict.ts';
import type { Victim } from './victim.ts';

const SENDER = 'owner@example.com';

export interface DrillOptions {
  readonly kills: number;
  readonly envelopesMax: number;
  /** The pause between two kills, in milliseconds. */
  readonly pauseMs: readonly [number, number];
  readonly random: Randomness;
  /** Stops the killing earlier. */
  readonly isTimeUp?: () => boolean;
  /** `pauseMs`: the longest time between two steps, up to the first step after the kill. */
  readonly onKill?: (kill: number, target: string, pauseMs: number) => void;
}

/** The state after everything was running again and no work was left. */
export interface DrillResult {
  /** The problems, by envelope. Empty if nothing was lost or done twice. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** Names of the envelopes that clients created, and of those that exist. */
  readonly expected: readonly string[];
  readonly present: readonly string[];
  readonly sealed: number;
  readonly acknowledged: number;
  readonly mails: number;
}

/**
 * Kills at random moments while clients run lifecycles, lets everything finish, and compares the result with
 * the responses.
 */
export async function runDrill(victim: Victim, options: DrillOptions): Promise<DrillResult> {
  const { kills, envelopesMax, pauseMs, random, isTimeUp = () => false, onKill } = options;
  await victim.start();
  const http = victim.client();
  const owner = {
    organization: 'Crash Ltd',
    name: 'Olga',
    email: SENDER,
    password: 'a long enough password',
  };
  const dashboard = await signUp(http, owner);
  const token = await dashboard.newApiKey('Crash');
  const client: Client = {
    http,
    token,
    api: createEnvelopesClient(http, token),
    dashboard,
    pdf: await plainPdf(2),
  };

  const fleet = launch(client, random, envelopesMax);
  for (let kill = 0; kill < kills && !isTimeUp(); kill += 1) {
    await fleet.active(random.between(...pauseMs));
    fleet.takePause();
    const target = await victim.strike(random);
    await fleet.active(0);
    onKill?.(kill, target, fleet.takePause());
  }
  await victim.settled();
  const lifecycles = await fleet.finish();
  const deadline = performance.now() + RECOVERY_MS;
  const found = await sealed(client, lifecycles, deadline);
  const mails = await mailsOnceOwed(client, lifecycles, found, deadline);

  const faults: Record<string, string[]> = {};
  for (const [index, lifecycle] of lifecycles.entries()) {
    const one = found[index];
    if (one === undefined) continue;
    const wrong = [
      ...(await faultsOf(client.api, one, lifecycle)),
      ...mailFaults(mails.get(lifecycle.document) ?? [], mailsOwed(one, SENDER)),
    ];
    if (wrong.length > 0) faults[`${lifecycle.document} (${lifecycle.plan})`] = wrong;
  }
  const result = {
    faults,
    expected: lifecycles.map(({ document }) => document).sort(),
    present: await namesOf(client),
    sealed: found.filter(({ graph }) => graph.envelope.sealedAt !== null).length,
    acknowledged: lifecycles.reduce((sum, lifecycle) => sum + lifecycle.acknowledged.length, 0),
    mails: [...mails.values()].flat().length,
  };
  http.close();
  return result;
}

/** Returns every envelope with its log, once all completed ones are sealed. */
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

/** Returns all emails, once none is missing or it takes too long. */
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

/** Returns the names of all existing envelopes. */
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

import { setTimeout as delay } from 'node:timers/promises';

import { advance, type Client, isOutage, isOvertaken, type Lifecycle, type Plan } from './lifecycle.ts';
import type { Randomness } from './randomness.ts';

const CLIENTS = 4;
/** How often a client starts another lifecycle instead of continuing one. */
const NEW_SHARE = 0.3;
/** A lifecycle without a step for this long is stuck. */
export const RECOVERY_MS = 60_000;
export const LOOK_AGAIN_MS = 50;
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

/** Clients that run lifecycles, several at a time, through every outage. */
export function launch(client: Client, random: Randomness, envelopesMax: number) {
  const lifecycles: Lifecycle[] = [];
  const idle = new Set<Lifecycle>();
  let busy = 0;
  let steps = 0;
  let lastStep = performance.now();
  let longestPause = 0;
  let isClosing = false;
  const isStuck = () => isClosing && performance.now() - lastStep > RECOVERY_MS;
  const next = () => {
    const isOpen = !isClosing && lifecycles.length < envelopesMax;
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
        longestPause = Math.max(longestPause, performance.now() - lastStep);
        lastStep = performance.now();
      }
      if (progress !== 'finished') idle.add(lifecycle);
      if (progress === 'waiting') await delay(LOOK_AGAIN_MS);
    }
  };
  const lanes = Promise.all(Array.from({ length: CLIENTS }, drive));
  // `finish` reports a failed lane. Until then, it mustn't end the process.
  lanes.catch(() => undefined);
  return {
    /** Resolves after at least one more step and this much time, so that a kill hits work in progress. */
    active: async (milliseconds: number) => {
      const before = steps;
      const until = performance.now() + milliseconds;
      const isIdle = () => steps === before && lifecycles.length < envelopesMax;
      while (performance.now() < until || isIdle()) await Promise.race([delay(LOOK_AGAIN_MS), lanes]);
    },
    /** Returns the longest time between two steps since the last call, in milliseconds. */
    takePause: () => {
      const pause = longestPause;
      longestPause = 0;
      return pause;
    },
    /** Finishes every lifecycle. One that can't make progress is left for the verdict. */
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

import fc from 'fast-check';
import { ROLES, type Role } from '#domain/organization/role.ts';
import { type Act, PEOPLE, perform, type Slot, type State, TEAMS } from './model.ts';

/** What became of an act. A killed server may have done what it no longer answered. */
export type Outcome = 'done' | 'refused' | 'cut';

/** A part of a history: one act, or two at a time, and maybe the server is killed meanwhile. */
export type Step = { readonly trials: readonly Trial[]; readonly killedAfterMs: number | null };

/** What to try, by numbers that choose among what there is at that time. */
type Trial = {
  readonly kind: (typeof KINDS)[number];
  readonly by: number;
  readonly one: number;
  readonly other: number;
  readonly role: Role;
  readonly yes: boolean;
};

/** Acts that make something come more often than those that end it. */
export const KINDS = [
  ...['invite', 'invite', 'invite', 'join', 'join', 'join', 'changeRole', 'changeRole', 'remove', 'leave'],
  ...['resend', 'revoke', 'createKey', 'createKey', 'revokeKey', 'endAgent', 'setRules'],
  ...['setPrivacy', 'addToTeam', 'dropFromTeam', 'read', 'read', 'schedule', 'schedule', 'unschedule'],
  ...['publish', 'unpublish', 'fillIn', 'pass', 'pass'],
] as const;

const number = fc.nat(1000);
const trial: fc.Arbitrary<Trial> = fc.record({
  kind: fc.constantFrom(...KINDS),
  by: number,
  one: number,
  other: number,
  role: fc.constantFrom(...ROLES),
  yes: fc.boolean(),
});

/** Steps of which about one in fifty kills the server. */
export const step: fc.Arbitrary<Step> = fc.record({
  trials: fc.array(trial, { minLength: 1, maxLength: 2 }),
  killedAfterMs: fc.oneof({ weight: 49, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(30) }),
});

/** Chooses what a trial is about. Returns several acts if time passes, and none if there is nothing to try. */
export function choose(trialled: Trial, state: State, slot: Slot): readonly Act[] {
  const { kind, one, other, role, yes } = trialled;
  const [to, team] = [pick(PEOPLE, one), pick(TEAMS, other)];
  const invitation = pick(Object.keys(state.invitations), one);
  const sessions = Object.keys(state.credentials).filter(
    (name) => state.credentials[name]?.kind === 'session',
  );
  const keys = Object.keys(state.credentials).filter((name) => state.credentials[name]?.kind === 'key');
  const agents = Object.keys(state.credentials).filter((name) => state.credentials[name]?.kind === 'agent');
  const by = pick([...sessions, ...keys], trialled.by) ?? '0';
  const byPerson = pick(sessions, trialled.by) ?? '0';
  if (to === undefined || team === undefined) return [];
  switch (kind) {
    case 'invite':
      return [{ kind, by, slot, to, role }];
    case 'resend':
    case 'revoke':
      return invitation === undefined ? [] : [{ kind, by, invitation }];
    case 'join': {
      const found = invitation === undefined ? undefined : state.invitations[invitation];
      if (invitation === undefined || found === undefined) return [];
      // Sometimes with the link of somebody else, or with an earlier one.
      const person = other % 8 === 0 ? to : found.to;
      const epoch = found.epoch > 1 && other % 3 === 0 ? found.epoch - 1 : found.epoch;
      return [{ kind, person, slot, invitation, epoch }];
    }
    case 'changeRole':
      return [{ kind, by, target: to, role }];
    case 'remove':
      return [{ kind, by, target: to }];
    case 'leave':
      return [{ kind, by: byPerson }];
    case 'createKey':
      return [{ kind, by: byPerson, slot, reads: yes }];
    case 'revokeKey':
    case 'endAgent': {
      const credential = pick(kind === 'revokeKey' ? keys : agents, one);
      return credential === undefined ? [] : [{ kind, by: kind === 'endAgent' ? byPerson : by, credential }];
    }
    case 'setPrivacy':
      return [{ kind, by, team, isPrivate: yes }];
    case 'addToTeam':
    case 'dropFromTeam':
      return [{ kind, by, team, target: to }];
    case 'read':
      return [{ kind, by: pick(Object.keys(state.credentials), trialled.by) ?? '0', team }];
    case 'schedule':
    case 'unschedule':
      return [{ kind, by, team }];
    case 'publish':
    case 'unpublish':
      return [{ kind, by }];
    case 'fillIn':
      return [{ kind }];
    case 'setRules':
      return [{ kind, by: byPerson, secondFactor: yes && one % 2 === 0, domains: other % 2 === 0 }];
    case 'pass':
      return TEAMS.map((each) => ({ kind: 'fire', team: each }));
  }
}

/**
 * Returns the states in which acts that ran at the same time can have left the world, given what became of
 * each: as if they had run one after another, in some order. There is none if something succeeded that was
 * forbidden, or failed that was permitted.
 */
export function explain(
  before: readonly State[],
  done: readonly { readonly acts: readonly Act[]; readonly outcome: Outcome }[],
): readonly State[] {
  const orders = interleave(done.map(({ acts, outcome }) => acts.map((act) => ({ act, outcome }))));
  const after = before.flatMap((state) =>
    orders.flatMap((order) =>
      order.reduce<readonly State[]>(
        (states, { act, outcome }) => states.flatMap((one) => follow(one, act, outcome)),
        [state],
      ),
    ),
  );
  return [...new Map(after.map((state) => [JSON.stringify(state), state])).values()];
}

function follow(state: State, act: Act, outcome: Outcome): readonly State[] {
  const next = perform(state, act);
  if (outcome === 'refused') return next === null ? [state] : [];
  if (outcome === 'done') return next === null ? [] : [next];
  return next === null ? [state] : [state, next];
}

/** Returns every order in which the elements of the lists can come that keeps the order of each list. */
function interleave<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const started = lists.filter((list) => list.length > 0);
  if (started.length === 0) return [[]];
  return started.flatMap((list) => {
    const [first, ...rest] = list;
    const others = started.map((one) => (one === list ? rest : one));
    return first === undefined ? [] : interleave(others).map((order) => [first, ...order]);
  });
}

function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % Math.max(1, from.length)];
}

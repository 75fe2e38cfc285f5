import { listManagedRoles, may, type Right, type Role } from '#domain/organization/role.ts';

/** The people of a history. The last one's address is in another domain, and only some have a second factor. */
export const PEOPLE = ['ada', 'ben', 'cleo', 'dan', 'eve'] as const;
export type Person = (typeof PEOPLE)[number];
export const FACTORED: readonly Person[] = ['ada', 'ben', 'cleo'];
const OUTSIDE: readonly Person[] = ['eve'];
/** Teams, and the draft in each. The second one also has a template. */
export const TEAMS = ['first', 'second'] as const;
export type Team = (typeof TEAMS)[number];
const FORM_TEAM: Team = 'second';

/** Names what an act made: the number of the act. */
export type Slot = string;

/** A credential that was given out. Whether it still works follows from the state. */
type Credential =
  | { readonly kind: 'session'; readonly person: Person; readonly isLive: boolean }
  | { readonly kind: 'agent'; readonly person: Person; readonly isLive: boolean }
  | { readonly kind: 'key'; readonly person: Person; readonly isLive: boolean; readonly reads: boolean };

type Invitation = {
  readonly to: Person;
  readonly role: Role;
  readonly by: Person;
  /** The key that sent it, if one did. */
  readonly key: Slot | null;
  readonly epoch: number;
};
type Draft = { readonly state: 'draft' | 'scheduled' | 'held' | 'sent'; readonly by: Person | null };

/** Everything that decides what may happen next. */
export type State = {
  readonly roles: Readonly<Partial<Record<Person, Role>>>;
  readonly credentials: Readonly<Record<Slot, Credential>>;
  readonly invitations: Readonly<Record<Slot, Invitation>>;
  /** The members of private teams; null for a team that everyone belongs to. */
  readonly teams: Readonly<Record<Team, readonly Person[] | null>>;
  readonly drafts: Readonly<Record<Team, Draft>>;
  /** The form, if there is one, and whether it's open: it closes with its publisher's right to send. */
  readonly form: { readonly by: Person; readonly isOpen: boolean } | null;
  readonly rules: { readonly secondFactor: boolean; readonly domains: boolean };
};

/** What someone tries. `by` names a credential. */
export type Act =
  | {
      readonly kind: 'invite';
      readonly by: Slot;
      readonly slot: Slot;
      readonly to: Person;
      readonly role: Role;
    }
  | { readonly kind: 'resend' | 'revoke'; readonly by: Slot; readonly invitation: Slot }
  | {
      readonly kind: 'join';
      readonly person: Person;
      readonly slot: Slot;
      readonly invitation: Slot;
      readonly epoch: number;
    }
  | { readonly kind: 'changeRole'; readonly by: Slot; readonly target: Person; readonly role: Role }
  | { readonly kind: 'remove'; readonly by: Slot; readonly target: Person }
  | { readonly kind: 'leave'; readonly by: Slot }
  | { readonly kind: 'createKey'; readonly by: Slot; readonly slot: Slot; readonly reads: boolean }
  | { readonly kind: 'revokeKey'; readonly by: Slot; readonly credential: Slot }
  | { readonly kind: 'endAgent'; readonly by: Slot; readonly credential: Slot }
  | { readonly kind: 'setPrivacy'; readonly by: Slot; readonly team: Team; readonly isPrivate: boolean }
  | {
      readonly kind: 'addToTeam' | 'dropFromTeam';
      readonly by: Slot;
      readonly team: Team;
      readonly target: Person;
    }
  | { readonly kind: 'read'; readonly by: Slot; readonly team: Team }
  | { readonly kind: 'schedule' | 'unschedule'; readonly by: Slot; readonly team: Team }
  | { readonly kind: 'publish' | 'unpublish'; readonly by: Slot }
  | { readonly kind: 'fillIn' }
  | {
      readonly kind: 'setRules';
      readonly by: Slot;
      readonly secondFactor: boolean;
      readonly domains: boolean;
    }
  | { readonly kind: 'fire'; readonly team: Team };

/** How a history begins: one owner who is signed in, and two teams for everyone. */
export const BEGINNING: State = {
  roles: { ada: 'owner' },
  credentials: { '0': { kind: 'session', person: 'ada', isLive: true } },
  invitations: {},
  teams: { first: null, second: null },
  drafts: { first: { state: 'draft', by: null }, second: { state: 'draft', by: null } },
  form: null,
  rules: { secondFactor: false, domains: false },
};

/** Returns the state after an act, or null if the act isn't permitted. */
export function perform(state: State, act: Act): State | null {
  const next = change(state, act);
  if (next?.form?.isOpen !== true || maySend(next, next.form.by, FORM_TEAM)) return next;
  return { ...next, form: { ...next.form, isOpen: false } };
}

function change(state: State, act: Act): State | null {
  switch (act.kind) {
    case 'fillIn':
      return state.form?.isOpen === true ? state : null;
    case 'fire':
      return fire(state, act.team);
    case 'join':
      return join(state, act);
    default: {
      const actor = admit(state, act.by);
      return actor === null ? null : performAs(state, actor, act);
    }
  }
}

/** Adds an agent for everyone who came and has none: they connect one at once. */
export function connectAgents(state: State): State {
  const agents = Object.entries(state.credentials)
    .filter(([, { kind, isLive }]) => kind === 'session' && isLive)
    .map(([slot, { person }]): [Slot, Credential] => [
      `agent of ${slot}`,
      { kind: 'agent', person, isLive: true },
    ]);
  return { ...state, credentials: { ...Object.fromEntries(agents), ...state.credentials } };
}

/** Checks whether an address may join while only some domains may. */
function mayJoin({ rules }: State, person: Person): boolean {
  return !rules.domains || !OUTSIDE.includes(person);
}

type Actor = { readonly credential: Credential; readonly role: Role };
type OwnAct = Extract<Act, { readonly by: Slot }>;

/** Returns who holds a credential that works, or null. */
function admit(state: State, slot: Slot): Actor | null {
  const credential = state.credentials[slot];
  if (credential === undefined || !credential.isLive) return null;
  const role = state.roles[credential.person];
  return role === undefined ? null : { credential, role };
}

/** Whether someone has the right, through this credential, and the second factor that may be required. */
function can({ rules }: State, { credential, role }: Actor, right: Right): boolean {
  if (rules.secondFactor && !FACTORED.includes(credential.person)) return false;
  if (credential.kind === 'agent' && right !== 'read') return false;
  if (credential.kind === 'key' && credential.reads && right !== 'read') return false;
  return may(role, right);
}

function sees({ teams }: State, person: Person, team: Team): boolean {
  return teams[team]?.includes(person) ?? true;
}

/** Only members and owners let others into a private team. */
function mayOpen(state: State, person: Person, team: Team): boolean {
  return sees(state, person, team) || state.roles[person] === 'owner';
}

/** Whether what someone set up may still be sent in their name. */
function maySend(state: State, person: Person, team: Team): boolean {
  const role = state.roles[person];
  return role !== undefined && may(role, 'send') && sees(state, person, team);
}

/** Applies an act of a person, a key or an agent. */
function performAs(state: State, actor: Actor, act: OwnAct): State | null {
  const { credential, role } = actor;
  const { person } = credential;
  const isSession = credential.kind === 'session';
  switch (act.kind) {
    case 'leave':
      return isSession ? without(state, person) : null;
    case 'read':
      return can(state, actor, 'read') && sees(state, person, act.team) ? state : null;
    case 'schedule':
    case 'unschedule':
    case 'publish':
    case 'unpublish':
      return can(state, actor, 'send') ? prepare(state, person, act) : null;
    case 'endAgent': {
      const agent = state.credentials[act.credential];
      const mayEnd = agent?.person === person || may(role, 'administer');
      return isSession && can(state, actor, 'read') && mayEnd ? end(state, act.credential) : null;
    }
    case 'setRules': {
      const isNew = act.secondFactor && !state.rules.secondFactor;
      if (!isSession || !can(state, actor, 'own')) return null;
      if (isNew && !FACTORED.includes(person)) return null;
      return { ...state, rules: { secondFactor: act.secondFactor, domains: act.domains } };
    }
    default:
      return can(state, actor, 'administer') ? administer(state, actor, act) : null;
  }
}

type Prepared = Extract<OwnAct, { kind: 'schedule' | 'unschedule' } | { kind: 'publish' | 'unpublish' }>;

function prepare(state: State, person: Person, act: Prepared): State | null {
  if (!('team' in act)) {
    if (!sees(state, person, FORM_TEAM)) return null;
    if (act.kind === 'unpublish' && state.form === null) return null;
    return { ...state, form: act.kind === 'publish' ? { by: person, isOpen: true } : null };
  }
  const draft = state.drafts[act.team];
  if (!sees(state, person, act.team) || draft.state === 'sent') return null;
  if (act.kind === 'schedule') return withDraft(state, act.team, { state: 'scheduled', by: person });
  return draft.state === 'scheduled' ? withDraft(state, act.team, { state: 'draft', by: null }) : state;
}

type Administered = Exclude<OwnAct, Prepared | { kind: 'leave' | 'read' | 'endAgent' | 'setRules' }>;

function administer(state: State, { credential, role }: Actor, act: Administered): State | null {
  const { person } = credential;
  const key = credential.kind === 'key' ? act.by : null;
  // Owners are made, changed and removed by people alone.
  const managed = listManagedRoles(role).filter((one) => key === null || one !== 'owner');
  switch (act.kind) {
    case 'invite': {
      const isOpen = Object.values(state.invitations).some(({ to }) => to === act.to);
      if (!managed.includes(act.role) || !mayJoin(state, act.to)) return null;
      if (isOpen || state.roles[act.to] !== undefined) return null;
      return withInvitation(state, act.slot, { to: act.to, role: act.role, by: person, key, epoch: 1 });
    }
    case 'resend':
    case 'revoke': {
      const invitation = state.invitations[act.invitation];
      if (invitation === undefined || !managed.includes(invitation.role)) return null;
      if (act.kind === 'revoke') return withInvitation(state, act.invitation, null);
      if (!mayJoin(state, invitation.to)) return null;
      return withInvitation(state, act.invitation, {
        ...invitation,
        by: person,
        key,
        epoch: invitation.epoch + 1,
      });
    }
    case 'changeRole': {
      const before = state.roles[act.target];
      if (before === undefined || !managed.includes(before) || !managed.includes(act.role)) return null;
      return hasOwner({ ...state.roles, [act.target]: act.role })
        ? withRole(state, act.target, act.role)
        : null;
    }
    case 'remove': {
      const before = state.roles[act.target];
      if (before === undefined) return null;
      const isOwn = key === null && act.target === person;
      return isOwn || managed.includes(before) ? without(state, act.target) : null;
    }
    case 'createKey': {
      const key = { kind: 'key', person, isLive: true, reads: act.reads } as const;
      return { ...state, credentials: { ...state.credentials, [act.slot]: key } };
    }
    case 'revokeKey':
      // Revoking a key again succeeds and changes nothing.
      return keepInvitations(end(state, act.credential), (one) => one.key !== act.credential);
    case 'setPrivacy': {
      if ((state.teams[act.team] !== null) === act.isPrivate) return state;
      if (!act.isPrivate && !mayOpen(state, person, act.team)) return null;
      const after = { ...state.teams, [act.team]: act.isPrivate ? [person] : null };
      return TEAMS.some((team) => after[team] === null) ? { ...state, teams: after } : null;
    }
    case 'addToTeam':
    case 'dropFromTeam': {
      const members = state.teams[act.team];
      if (members === null || state.roles[act.target] === undefined) return null;
      if (act.kind === 'addToTeam' && !mayOpen(state, person, act.team)) return null;
      const others = members.filter((one) => one !== act.target);
      if (act.kind === 'dropFromTeam' && others.length === members.length) return null;
      const after = act.kind === 'addToTeam' ? [...others, act.target] : others;
      return { ...state, teams: { ...state.teams, [act.team]: after } };
    }
  }
}

function join(state: State, { person, invitation: slot, slot: session, epoch }: Act & { kind: 'join' }) {
  const invitation = state.invitations[slot];
  if (invitation === undefined || invitation.to !== person || invitation.epoch !== epoch) return null;
  if (!mayJoin(state, person)) return null;
  const joined = { ...state, roles: { ...state.roles, [person]: invitation.role } };
  const credentials = {
    ...state.credentials,
    [session]: { kind: 'session', person, isLive: true },
  } as const;
  return withInvitation({ ...joined, credentials }, slot, null);
}

/** The time of a scheduled draft has come. It's held if the person who scheduled it may no longer send it. */
function fire(state: State, team: Team): State {
  const { state: before, by } = state.drafts[team];
  if (before !== 'scheduled' || by === null) return state;
  return withDraft(state, team, { state: maySend(state, by, team) ? 'sent' : 'held', by });
}

function withRole(state: State, person: Person, role: Role): State {
  const roles = { ...state.roles, [person]: role };
  const changed = revokeLost({ ...state, roles }, person);
  return may(role, 'send') ? changed : endAll(changed, (one) => one.kind === 'key' && one.person === person);
}

/** A person is gone, and with them what they could do here. The last owner can't go. */
function without(state: State, person: Person): State | null {
  const { [person]: _gone, ...roles } = state.roles;
  if (!hasOwner(roles)) return null;
  const drop = (members: readonly Person[] | null) => members?.filter((one) => one !== person) ?? null;
  const teams = { first: drop(state.teams.first), second: drop(state.teams.second) };
  return endAll(revokeLost({ ...state, roles, teams }, person), (one) => one.person === person);
}

/** Invitations live as long as the person who sent them could send them. */
function revokeLost(state: State, person: Person): State {
  const role = state.roles[person];
  const managed = role === undefined ? [] : listManagedRoles(role);
  return keepInvitations(state, (one) => one.by !== person || managed.includes(one.role));
}

function keepInvitations(state: State, isKept: (one: Invitation) => boolean): State {
  const kept = Object.entries(state.invitations).filter(([, one]) => isKept(one));
  return { ...state, invitations: Object.fromEntries(kept) };
}

function hasOwner(roles: State['roles']): boolean {
  return Object.values(roles).includes('owner');
}

function end(state: State, slot: Slot): State {
  return endAll(state, (_one, name) => name === slot);
}

function endAll(state: State, isEnded: (one: Credential, slot: Slot) => boolean): State {
  const entries = Object.entries(state.credentials).map(([slot, one]): [Slot, Credential] => [
    slot,
    isEnded(one, slot) ? { ...one, isLive: false } : one,
  ]);
  return { ...state, credentials: Object.fromEntries(entries) };
}

function withDraft(state: State, team: Team, draft: Draft): State {
  return { ...state, drafts: { ...state.drafts, [team]: draft } };
}

function withInvitation(state: State, slot: Slot, invitation: Invitation | null): State {
  const { [slot]: _before, ...others } = state.invitations;
  return { ...state, invitations: invitation === null ? others : { ...others, [slot]: invitation } };
}

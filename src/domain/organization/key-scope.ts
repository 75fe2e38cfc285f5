import type { Issue } from '../errors.ts';
import { listManagedRoles, type Right, type Role } from './role.ts';
import { ALL_SCOPES, SCOPES, type Scope } from './scope.ts';

/** The scopes that only keys have, and the right that a key's maker needs for each. */
const OWN_SCOPES = {
  contacts: 'send',
  webhooks: 'administer',
  members: 'administer',
  keys: 'administer',
  settings: 'administer',
  'audit:read': 'administer',
} as const satisfies Record<string, Right>;

/** What a new key can be allowed to do, in the order of the dashboard: everything that agents can, and more. */
export const CHOSEN_SCOPES = [
  ...ALL_SCOPES,
  ...(Object.keys(OWN_SCOPES) as readonly (keyof typeof OWN_SCOPES)[]),
] as const;

/** All scopes that a key can have. `admin` is an earlier name of two of them, see {@link expandScopes}. */
export const KEY_SCOPES = [...CHOSEN_SCOPES, 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What `admin` has always been described as: "Manage webhooks and identity providers". */
const MEANT_BY_ADMIN = ['webhooks', 'settings'] as const;

/** The choices that the dashboard offers for a new key. */
export const KEY_PRESETS = {
  read: ['envelopes:read', 'templates:read'],
  send: ['envelopes:read', 'envelopes:write', 'envelopes:send', 'templates:read'],
  everything: CHOSEN_SCOPES,
} as const satisfies Record<string, readonly KeyScope[]>;
export type KeyPreset = keyof typeof KEY_PRESETS;

/**
 * The scopes that the dashboard preselects for a new key: enough to create an envelope, send it, and retrieve
 * it.
 */
export const FIRST_KEY_SCOPES: readonly KeyScope[] = KEY_PRESETS.send;

/** Returns what a key with these scopes may do, with `admin` replaced by what it means. */
export function expandScopes(scopes: readonly KeyScope[]): ReadonlySet<KeyScope> {
  return new Set(scopes.includes('admin') ? [...scopes, ...MEANT_BY_ADMIN] : scopes);
}

/** Returns the right that a key's maker needs for a scope. Without it, the scope is paused. */
export function getScopeRight(scope: KeyScope): Right {
  if (scope === 'admin') return 'administer';
  return isAgentScope(scope) ? SCOPES[scope].right : OWN_SCOPES[scope];
}

function isAgentScope(scope: KeyScope): scope is Scope {
  return Object.hasOwn(SCOPES, scope);
}

/**
 * Returns the roles that a key may give, change and take away for its maker. An administrator can do all that
 * keys can, so only a key with all scopes gives this role. Owners are made and removed by people alone.
 */
export function listKeyRoles(makerRole: Role, scopes: readonly KeyScope[]): readonly Role[] {
  const held = expandScopes(scopes);
  if (!held.has('members')) return [];
  const isComplete = CHOSEN_SCOPES.every((scope) => held.has(scope));
  return listManagedRoles(makerRole).filter((role) => role !== 'owner' && (isComplete || role !== 'admin'));
}

/** From which networks something works (null: any), and until when (null: no expiry). */
export type Bounds = {
  readonly allowedNetworks: readonly string[] | null;
  readonly expiresAt: Date | null;
};

/** The limits of a key: what it may do, from where, and until when. */
export type KeyLimits = Bounds & { readonly scopes: readonly KeyScope[] };

/**
 * Reports where a new key would exceed the key that creates it. Each network must be in the parent's list,
 * written the same way.
 */
export function validateKeyLimits(child: KeyLimits, parent: KeyLimits): readonly Issue[] {
  const held = expandScopes(parent.scopes);
  const wider = [...expandScopes(child.scopes)].filter((scope) => scope !== 'admin' && !held.has(scope));
  return [
    ...(wider.length === 0 ? [] : [{ path: '/scopes', message: `may not include ${wider.join(', ')}` }]),
    ...validateBounds(child, parent),
  ];
}

/** Checks whether something that a key leaves behind works from no other network than the key, and no longer. */
export function isWithinBounds(left: Bounds, key: Bounds): boolean {
  return validateBounds(left, key).length === 0;
}

function validateBounds(child: Bounds, parent: Bounds): readonly Issue[] {
  const networks = parent.allowedNetworks;
  return [
    ...(networks === null || child.allowedNetworks?.every((one) => networks.includes(one)) === true
      ? []
      : [{ path: '/allowedNetworks', message: `must be among ${networks.join(', ')}` }]),
    ...(parent.expiresAt === null || (child.expiresAt !== null && child.expiresAt <= parent.expiresAt)
      ? []
      : [{ path: '/expiresInDays', message: `must end by ${parent.expiresAt.toISOString()}` }]),
  ];
}

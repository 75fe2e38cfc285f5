import { may, type Right, type Role } from './role.ts';

type ScopeRow = {
  /** The right that a member needs to grant this scope. */
  readonly right: Right;
  /** What the scope lets an agent do, in plain words. */
  readonly explanation: string;
  /** Whether the consent page preselects the scope when an agent requests it. */
  readonly ticked: boolean;
};

/** The OAuth scopes that agents can be granted (RFC 6749 section 3.3), in the order of the consent page. */
export const SCOPES = {
  'envelopes:read': {
    right: 'read',
    explanation: 'See your organization’s envelopes: documents, people, answers and history.',
    ticked: true,
  },
  'envelopes:write': {
    right: 'send',
    explanation: 'Make, change and delete drafts. Nothing leaves the house.',
    ticked: true,
  },
  'templates:read': {
    right: 'read',
    explanation: 'See your organization’s templates.',
    ticked: true,
  },
  'templates:write': {
    right: 'send',
    explanation: 'Make, change, archive and restore templates.',
    ticked: true,
  },
  'envelopes:send': {
    right: 'send',
    explanation: 'Send envelopes for signature, remind people, renew their links, and void envelopes.',
    ticked: false,
  },
} as const satisfies Record<string, ScopeRow>;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];

/** Returns the known scopes among the words, each once, in the order of {@link SCOPES}. */
export function pickScopes(words: Iterable<string>): Scope[] {
  const given = new Set(words);
  return ALL_SCOPES.filter((scope) => given.has(scope));
}

/** Returns the scopes that a member with this role can grant, which never exceed their own rights. */
export function listRoleScopes(role: Role): Scope[] {
  return ALL_SCOPES.filter((scope) => may(role, SCOPES[scope].right));
}

import { may, type Right, type Role } from './role.ts';

type ScopeRow = {
  /** What a member must have the right to before they can pass it on. */
  readonly right: Right;
  /** What it lets an agent do, in a person's words. */
  readonly explanation: string;
  /** Whether the consent page ticks it beforehand where an agent asks for it. */
  readonly ticked: boolean;
};

/** What an agent may be granted (OAuth scopes, RFC 6749 section 3.3), in the order of the consent page: the one table. */
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

/** Every scope, in the order of the table. */
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];

/** The scopes among words, in the order of the table, each once; words that are none are left out. */
export function scopesAmong(words: Iterable<string>): Scope[] {
  const given = new Set(words);
  return ALL_SCOPES.filter((scope) => given.has(scope));
}

/** The scopes that a member with this role can pass on: no more than they may do themselves. */
export function scopesOfRole(role: Role): Scope[] {
  return ALL_SCOPES.filter((scope) => may(role, SCOPES[scope].right));
}

import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import type { NameChange } from '#domain/organization/identity/directory.ts';
import type { DirectoryUser } from '#server/db/single-sign-on/directory-users.ts';
import { createInvalidValueError, ScimError } from './error.ts';
import type { Operation } from './patch.ts';
import { findAttribute, readBody } from './query.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** What a directory can say about a person. Undefined means that it says nothing. */
export type UserChange = {
  readonly userName?: string;
  readonly name?: NameChange;
  readonly externalId?: string | null;
  readonly active?: boolean;
};

const text = z.string().max(LIMITS.scimTextMaxChars);
/** Some directories send booleans as strings. */
const flag = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(['true', 'false']))
    .transform((word) => word === 'true'),
]);
const nameParts = z.object({
  formatted: text.nullish(),
  givenName: text.nullish(),
  familyName: text.nullish(),
});
const user = z.object({
  userName: text,
  externalId: text.nullish(),
  displayName: text.nullish(),
  name: nameParts.nullish(),
  active: flag.nullish(),
});

/**
 * Reads the resource of a POST or PUT request. Facts about the membership that it leaves out stay as they are
 * (RFC 7644 section 3.5.1).
 */
export function readUser(body: unknown): UserChange & { readonly userName: string } {
  const { userName, externalId, displayName, name, active } = readBody(user, body);
  const shown = displayName ?? name?.formatted ?? undefined;
  return {
    userName: requireAddress(userName),
    externalId: externalId ?? null,
    ...(active == null ? {} : { active }),
    name: {
      shown,
      ...(name == null ? {} : { givenName: name.givenName ?? null, familyName: name.familyName ?? null }),
    },
  };
}

/** Reads the changes of a PATCH request. Attributes that aren't stored are ignored. */
export function readUserPatch(operations: readonly Operation[]): UserChange {
  const said: z.infer<typeof nameParts> & { displayName?: string } = {};
  let change: UserChange = {};
  for (const { op, path, value } of operations) {
    const attribute = findAttribute(path ?? '', USER_SCHEMA);
    const gone = op === 'remove';
    const given = typeof value === 'string' ? value : undefined;
    if (attribute === 'active') change = { ...change, active: gone ? false : readBody(flag, value) };
    else if (attribute === 'externalid')
      change = { ...change, externalId: gone ? null : readBody(text, value) };
    else if (attribute === 'username')
      change = { ...change, userName: requireAddress(readBody(text, value)) };
    else if (attribute === 'name')
      Object.assign(said, gone ? { givenName: null, familyName: null } : readBody(nameParts, value));
    else if (attribute === 'displayname') {
      if (given !== undefined) said.displayName = given;
    } else if (attribute === 'name.formatted') said.formatted = given;
    else if (attribute === 'name.givenname') said.givenName = gone ? null : given;
    else if (attribute === 'name.familyname') said.familyName = gone ? null : given;
    else if (!/^[\w.:]+(?:\[[^\]]*\](?:\.\w+)?)?$/.test(attribute))
      throw new ScimError(400, 'invalidPath', 'The path is invalid.');
  }
  const name = {
    shown: said.displayName ?? said.formatted ?? undefined,
    givenName: said.givenName,
    familyName: said.familyName,
  };
  return Object.values(name).every((part) => part === undefined) ? change : { ...change, name };
}

/** Converts a person to a SCIM resource. */
export function toUserResource(person: DirectoryUser, url: string) {
  const { userId, email, name, givenName, familyName } = person;
  const { externalId, isMember, createdAt, updatedAt } = person;
  return {
    schemas: [USER_SCHEMA],
    id: userId,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    name: {
      formatted: name,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    displayName: name,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isMember,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${url}/Users/${userId}`,
    },
  };
}

function requireAddress(userName: string): string {
  const address = userName.trim();
  if (address.length > LIMITS.emailMaxChars || !isMailAddress(address))
    throw createInvalidValueError('userName must be an email address.');
  return address;
}

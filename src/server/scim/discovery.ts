import { LIMITS } from '#domain/limits.ts';
import { GROUP_SCHEMA } from './groups.ts';
import { USER_SCHEMA } from './user-resource.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** Describes what the service can do (RFC 7643 section 5). */
export function buildServiceProviderConfig(url: string) {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: LIMITS.scimCountMax },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator of the organization created.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${url}/ServiceProviderConfig` },
  };
}

/** Lists the types of resources (RFC 7643 section 6). */
export function listResourceTypes(url: string) {
  return [buildResourceType(url, 'User', USER_SCHEMA), buildResourceType(url, 'Group', GROUP_SCHEMA)];
}

function buildResourceType(url: string, name: string, schema: string) {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${url}/ResourceTypes/${name}` },
  };
}

/** Describes the attributes that are stored (RFC 7643 section 7). */
export function listSchemas(url: string) {
  const described = [
    {
      id: USER_SCHEMA,
      name: 'User',
      attributes: [
        buildAttribute('userName', { required: true, uniqueness: 'server' }),
        buildAttribute('externalId', { caseExact: true }),
        buildAttribute('displayName'),
        buildComplexAttribute('name', [
          buildAttribute('formatted'),
          buildAttribute('givenName'),
          buildAttribute('familyName'),
        ]),
        buildComplexAttribute(
          'emails',
          [buildAttribute('value'), buildAttribute('type'), flag('primary')],
          true,
          'readOnly',
        ),
        flag('active'),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      attributes: [
        buildAttribute('displayName', { required: true, uniqueness: 'server' }),
        buildAttribute('externalId', { caseExact: true }),
        buildComplexAttribute(
          'members',
          [
            buildAttribute('value', { mutability: 'immutable' }),
            { ...buildAttribute('type', { mutability: 'immutable' }), canonicalValues: ['User'] },
            {
              ...buildAttribute('$ref', { mutability: 'immutable', caseExact: true }),
              ...{ type: 'reference', referenceTypes: ['User'] },
            },
          ],
          true,
        ),
      ],
    },
  ];
  return described.map((one) => ({
    schemas: [`${CORE}:Schema`],
    ...one,
    meta: { resourceType: 'Schema', location: `${url}/Schemas/${one.id}` },
  }));
}

type Traits = {
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly mutability?: 'readWrite' | 'readOnly' | 'immutable';
};

function buildAttribute(name: string, traits: Traits = {}) {
  const common = { multiValued: false, required: false, caseExact: false, uniqueness: 'none' };
  return { name, type: 'string', ...common, mutability: 'readWrite', returned: 'default', ...traits };
}

function flag(name: string) {
  const common = { multiValued: false, required: false };
  return { name, type: 'boolean', ...common, mutability: 'readWrite', returned: 'default' };
}

function buildComplexAttribute(
  name: string,
  subAttributes: readonly object[],
  multiValued = false,
  mutability: Traits['mutability'] = 'readWrite',
) {
  return {
    name,
    type: 'complex',
    multiValued,
    required: false,
    mutability,
    returned: 'default',
    subAttributes,
  };
}

import { JOINING_ROLES } from '#domain/organization/identity/single-sign-on.ts';
import type { ConnectionInput, WireConnection } from '#wire/single-sign-on.ts';
import { textOf } from '#ui/kit/form-action.ts';

/** What the inputs of a connection's form show. */
export type ConnectionValues = Readonly<
  Record<
    'name' | 'joiningRole' | 'issuer' | 'clientId' | 'metadata' | 'entityId' | 'signInUrl' | 'certificates',
    string
  >
> & {
  readonly kind: ConnectionInput['kind'];
  readonly createsMembers: boolean;
  readonly trustEmail: boolean;
};

const EMPTY = {
  ...{ name: '', joiningRole: 'member', issuer: '', clientId: '' },
  ...{ metadata: '', entityId: '', signInUrl: '', certificates: '' },
} as const;

export function newConnection(kind: ConnectionInput['kind']): ConnectionValues {
  return { ...EMPTY, kind, createsMembers: true, trustEmail: false };
}

/** Returns what the form shows of a connection. */
export function valuesOfConnection({
  name,
  joiningRole,
  createsMembers,
  settings,
}: WireConnection): ConnectionValues {
  const common = { ...newConnection(settings.kind), name, joiningRole, createsMembers };
  if (settings.kind === 'oidc') return { ...common, ...settings };
  const certificates = settings.certificates
    .map((body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`)
    .join('\n');
  return { ...common, entityId: settings.entityId, signInUrl: settings.signInUrl, certificates };
}

/** Returns what was typed, after a refusal. */
export function typedConnection(
  kind: ConnectionInput['kind'],
  typed: Readonly<Record<string, string>>,
): ConnectionValues {
  const texts = Object.fromEntries(
    Object.entries(EMPTY).map(([name, value]) => [name, typed[name] ?? value]),
  );
  return {
    ...newConnection(kind),
    ...texts,
    createsMembers: typed['createsMembers'] === 'on',
    trustEmail: typed['trustEmail'] === 'on',
  };
}

/** Reads the form as the operation's input. */
export function readConnectionForm(form: FormData) {
  const text = (name: string) => textOf(form, name).trim();
  const given = (name: string) => (text(name) === '' ? {} : { [name]: text(name) });
  const settings: ConnectionInput =
    text('kind') === 'saml'
      ? {
          kind: 'saml',
          ...given('metadata'),
          ...given('entityId'),
          ...given('signInUrl'),
          ...given('certificates'),
        }
      : {
          kind: 'oidc',
          issuer: text('issuer'),
          clientId: text('clientId'),
          ...given('clientSecret'),
          trustEmail: form.get('trustEmail') !== null,
        };
  return {
    name: text('name'),
    settings,
    createsMembers: form.get('createsMembers') !== null,
    joiningRole: JOINING_ROLES.find((role) => role === text('joiningRole')) ?? 'member',
  };
}

import { JOINING_ROLES } from '#domain/organization/identity/single-sign-on.ts';
import type { ConnectionInput, WireConnection } from '#wire/single-sign-on.ts';
import { getFormText } from '#ui/kit/form-action.ts';

/** The values of the inputs in a connection's form. */
export type ConnectionValues = Readonly<
  Record<
    | 'name'
    | 'joiningRole'
    | 'issuer'
    | 'clientId'
    | 'metadata'
    | 'entityId'
    | 'signInUrl'
    | 'certificates'
    | 'emailAttribute',
    string
  >
> & {
  readonly kind: ConnectionInput['kind'];
  readonly createsMembers: boolean;
  readonly trustEmail: boolean;
};

const EMPTY = {
  ...{ name: '', joiningRole: 'member', issuer: '', clientId: '' },
  ...{ metadata: '', entityId: '', signInUrl: '', certificates: '', emailAttribute: '' },
} as const;

export function createConnection(kind: ConnectionInput['kind']): ConnectionValues {
  return { ...EMPTY, kind, createsMembers: true, trustEmail: false };
}

/** Returns the form values for a connection. */
export function toConnectionValues({
  name,
  joiningRole,
  createsMembers,
  settings,
}: WireConnection): ConnectionValues {
  const common = { ...createConnection(settings.kind), name, joiningRole, createsMembers };
  if (settings.kind === 'oidc') return { ...common, ...settings };
  const certificates = settings.certificates
    .map((body) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`)
    .join('\n');
  const { entityId, signInUrl, emailAttribute } = settings;
  return { ...common, entityId, signInUrl, certificates, emailAttribute: emailAttribute ?? '' };
}

/** Returns the values that were typed, for showing them again after a refusal. */
export function toTypedConnection(
  kind: ConnectionInput['kind'],
  typed: Readonly<Record<string, string>>,
): ConnectionValues {
  const texts = Object.fromEntries(
    Object.entries(EMPTY).map(([name, value]) => [name, typed[name] ?? value]),
  );
  return {
    ...createConnection(kind),
    ...texts,
    createsMembers: typed['createsMembers'] === 'on',
    trustEmail: typed['trustEmail'] === 'on',
  };
}

/** Reads the form into the operation's input. */
export function readConnectionForm(form: FormData) {
  const readTrimmed = (name: string) => getFormText(form, name).trim();
  const pickGiven = (name: string) => (readTrimmed(name) === '' ? {} : { [name]: readTrimmed(name) });
  const settings: ConnectionInput =
    readTrimmed('kind') === 'saml'
      ? {
          kind: 'saml',
          ...pickGiven('metadata'),
          ...pickGiven('entityId'),
          ...pickGiven('signInUrl'),
          ...pickGiven('certificates'),
          ...pickGiven('emailAttribute'),
        }
      : {
          kind: 'oidc',
          issuer: readTrimmed('issuer'),
          clientId: readTrimmed('clientId'),
          ...pickGiven('clientSecret'),
          trustEmail: form.get('trustEmail') !== null,
        };
  return {
    name: readTrimmed('name'),
    settings,
    createsMembers: form.get('createsMembers') !== null,
    joiningRole: JOINING_ROLES.find((role) => role === readTrimmed('joiningRole')) ?? 'member',
  };
}

import { ADMINISTRATIVE_ACTION_NAMES, type AdministrativeAction } from './administrative-actions.ts';

/** The areas of the audit log, as people look for entries. */
export const AUDIT_AREAS = [
  'sign_ins',
  'people',
  'organization',
  'access',
  'developers',
  'data',
  'sealing',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** The part of an action's name before the dot. */
type SubjectOf<Action extends string> = Action extends `${infer Subject}.${string}` ? Subject : never;

const AREA_OF: Readonly<Record<SubjectOf<AdministrativeAction>, AuditArea>> = {
  sign_in: 'sign_ins',
  account: 'sign_ins',
  member: 'people',
  invitation: 'people',
  team: 'people',
  organization: 'organization',
  template: 'organization',
  identity_provider: 'access',
  domain: 'access',
  single_sign_on: 'access',
  directory: 'access',
  api_key: 'developers',
  agent: 'developers',
  webhook: 'developers',
  retention: 'data',
  legal_hold: 'data',
  envelope: 'data',
  person: 'data',
  export: 'data',
  audit_log: 'data',
  seal: 'sealing',
};

/** Returns the actions of an area. */
export function listAreaActions(area: AuditArea): AdministrativeAction[] {
  return ADMINISTRATIVE_ACTION_NAMES.filter(
    (action) => AREA_OF[action.split('.')[0] as SubjectOf<typeof action>] === area,
  );
}
